import { useTranslation } from 'react-i18next';
import { Select } from '#ui/select.tsx';
import { useBuilder } from './builder-context.ts';
import type { RuleValueProps } from './rule-value-props.ts';
import { SpanValue } from './span-value.tsx';

type Value = { campaignId?: string | null; days?: number };

/** Stands for the campaigns of a period; ids never look like it. */
const any = 'any';

/** One campaign, or any of the last days. */
export function CampaignValue(props: RuleValueProps) {
  const { t } = useTranslation('segments');
  const { catalogue } = useBuilder();
  const { campaignId } = (props.rule.value ?? {}) as Value;
  const known = catalogue.campaigns.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = typeof campaignId !== 'string' || known.some(({ value }) => value === campaignId);
  const gone = isKnown ? [] : [{ value: campaignId, label: catalogue.loaded ? t('value.gone') : '…' }];
  const choose = (chosen: string) =>
    props.onChange(chosen === any ? { campaignId: null, days: 30 } : { campaignId: chosen });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('valueOf', { number: props.number })}
        aria-invalid={props.invalid && campaignId === undefined ? true : undefined}
        aria-describedby={props.describedBy}
        placeholder={t('value.chooseCampaign')}
        options={[{ value: any, label: t('value.anyCampaign') }, ...known, ...gone]}
        value={campaignId === null ? any : (campaignId ?? '')}
        onValueChange={choose}
        className="sm:w-auto! sm:max-w-64 sm:min-w-37.5!"
      />
      {campaignId === null && <SpanValue {...props} />}
    </span>
  );
}
