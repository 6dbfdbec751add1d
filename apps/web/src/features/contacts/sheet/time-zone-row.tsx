import { useQuery } from '@tanstack/react-query';
import type { ContactDetail } from '@waggle/contracts/contacts';
import { firstTimezones, isTimezone } from '@waggle/contracts/timezones';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery, useHolds } from '#features/accounts/index.ts';
import { useNow } from '#lib/use-now.ts';
import { zoneLabel } from '#lib/zone-label.ts';
import { PropertyRow } from './property-row.tsx';
import { useSaveProperty } from './use-save-property.ts';

/** A menu of choices has no empty value, so "the organization's" has a name of its own. */
const ofOrganization = '-';

/** Where they live, and what the clock says there. */
export function TimeZoneRow({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation(['contacts', 'contact-sheet']);
  const mayWrite = useHolds('contacts:write');
  const { choose } = useSaveProperty(contact);
  const { timeZone } = contact;
  const options = useZoneChoices(timeZone);
  const label = t('columns.timeZone');
  return (
    <PropertyRow
      label={label}
      value={timeZone ?? ofOrganization}
      shown={timeZone === null ? <span className="text-subtle">{options[0]?.label}</span> : <Clock zone={timeZone} />}
      options={options}
      wide
      onSave={
        mayWrite
          ? (picked) =>
              choose({
                label,
                change: { timeZone: picked === ofOrganization ? null : picked },
                before: { timeZone },
              })
          : undefined
      }
    />
  );
}

/** The organization's, the four that come first everywhere, then every zone the browser knows, and the one in use. */
function useZoneChoices(inUse: string | null) {
  const { t } = useTranslation('contact-sheet');
  const organization = useQuery(organizationQuery).data?.timezone;
  return useMemo(() => {
    const first = Object.values(firstTimezones);
    const zones = new Set([...first, ...Intl.supportedValuesOf('timeZone'), ...(inUse === null ? [] : [inUse])]);
    const own = organization === undefined ? t('zone.own') : t('zone.ownNamed', { zone: zoneLabel(organization) });
    return [{ value: ofOrganization, label: own }, ...[...zones].map((value) => ({ value, label: zoneLabel(value) }))];
  }, [inUse, organization, t]);
}

/** One that this browser does not know has a name and no clock. */
function Clock({ zone }: { zone: string }) {
  const { t, i18n } = useTranslation('contact-sheet');
  const now = useNow();
  if (!isTimezone(zone)) return <>{zoneLabel(zone)}</>;
  const language = i18n.language === 'en' ? 'en-US' : i18n.language;
  const time = new Intl.DateTimeFormat(language, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(now);
  return <>{t('zone.clock', { zone: zoneLabel(zone), time })}</>;
}
