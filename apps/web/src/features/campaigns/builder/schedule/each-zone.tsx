import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Switch } from '#ui/switch.tsx';
import { useBuilder } from '../builder-context.ts';
import { typeOf } from '../draft.ts';
import { useAudienceZones } from './use-audience-zones.ts';
import { useZoneWords } from './zone-words.ts';

type EachZoneProps = {
  at: string;
  /** Of the organization. */
  zone: string;
};

/** Whether the time counts on the clock of each contact, with how many have one and for how many it has passed. */
export function EachZone({ at, zone }: EachZoneProps) {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  if (typeOf(draft) === 'SEQUENCE') return null;
  return (
    <Switch
      label={<span className="font-semibold">{t('schedule.eachZone')}</span>}
      description={<AboutZones at={at} zone={zone} />}
      checked={draft.eachZone}
      disabled={readOnly}
      onCheckedChange={(eachZone) => change({ eachZone })}
    />
  );
}

function AboutZones({ at, zone }: EachZoneProps) {
  const { t } = useTranslation('campaign-builder');
  const { draft } = useBuilder();
  const { number } = useFormat();
  const words = useZoneWords();
  const { data, isError } = useAudienceZones(at);
  if (isError) return t('schedule.zonesFailed');
  if (!data) return t('schedule.zonesCounting');
  const time = words.time(Date.parse(at), zone);
  const others = data.recipients - data.known;
  return (
    <span role="status">
      {t('schedule.known', { count: data.recipients, known: number(data.known), n: number(data.recipients) })}{' '}
      {others > 0 &&
        t('schedule.others', { count: others, n: number(others), time, zone: words.name(zone, Date.parse(at)) })}
      {draft.eachZone && data.passed > 0 && (
        <span className="mt-0.5 block font-medium text-ink">
          {t('schedule.passed', { count: data.passed, n: number(data.passed), time })}
        </span>
      )}
    </span>
  );
}
