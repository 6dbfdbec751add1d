import { campaignSlug, type Utm, utmDefaults, utmParameters, withParameters } from '@waggle/contracts/utm';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from '../builder-context.ts';
import { useSenders } from '../use-senders.ts';
import { Section } from './section.tsx';

const nothing: Utm = { source: '', medium: '', campaign: '', term: '', content: '' };

/** What the links of the email tell the website they lead to. */
export function LinkParameters() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  // Switched off and on again, what was typed is there again.
  const [last, setLast] = useState<Utm>(nothing);
  const turn = (on: boolean) => {
    if (draft.utm) setLast(draft.utm);
    change({ utm: on ? last : null });
  };
  return (
    <Section title={t('settings.utm')} text={t('settings.utmText')}>
      <Switch label={t('settings.utmOn')} checked={draft.utm !== null} disabled={readOnly} onCheckedChange={turn} />
      {draft.utm && (
        <>
          <div className="grid gap-3 sm:grid-cols-3">
            <Parameter part="source" utm={draft.utm} placeholder={utmDefaults.source} />
            <Parameter part="medium" utm={draft.utm} placeholder={utmDefaults.medium} />
            <Parameter part="campaign" utm={draft.utm} placeholder={campaignSlug(draft.name)} />
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <Parameter part="term" utm={draft.utm} />
            <Parameter part="content" utm={draft.utm} />
          </div>
          <Example utm={draft.utm} />
        </>
      )}
    </Section>
  );
}

type ParameterProps = { part: keyof Utm; utm: Utm; placeholder?: string };

/** An empty one of the first three is what its field shows in grey. */
function Parameter({ part, utm, placeholder }: ParameterProps) {
  const { t } = useTranslation('campaign-builder');
  const { change, readOnly } = useBuilder();
  return (
    <Field label={t(`settings.utmParts.${part}`)} optional={placeholder === undefined}>
      {(control) => (
        <TextInput
          {...control}
          value={utm[part]}
          placeholder={placeholder}
          maxLength={100}
          readOnly={readOnly}
          onChange={({ currentTarget: { value } }) => change({ utm: { ...utm, [part]: value } })}
        />
      )}
    </Field>
  );
}

function Example({ utm }: { utm: Utm }) {
  const { t } = useTranslation('campaign-builder');
  const { draft } = useBuilder();
  const { chosen } = useSenders();
  const page = `https://${chosen?.fromEmail.split('@')[1] ?? 'www.example.com'}/`;
  const parameters = withParameters(page, utmParameters(utm, draft.name)).slice(page.length);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all text-subtle">
        <span className="sr-only">{t('settings.utmExample')}: </span>
        {page}
        <wbr />
        <span className="text-ink">{parameters}</span>
      </p>
      <p className="text-xs text-subtle">{t('settings.utmKept')}</p>
    </div>
  );
}
