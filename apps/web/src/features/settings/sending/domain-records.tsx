import type { SendingDomain } from '@waggle/contracts/sending';
import { CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';

type DnsRecord = Omit<SendingDomain['records'][number], 'purpose'> & { purpose: string };

/** As people's DNS screens ask for it: below the domain, which itself is @. A subdomain may have a zone of its own or not. */
const shortName = (domain: string, name: string): string => {
  if (domain.split('.').length > 2) return name;
  return name === domain ? '@' : name.slice(0, -domain.length - 1);
};

type DomainRecordsProps = {
  /** A sending domain or a host name. */
  domain: { domain: string; records: readonly DnsRecord[] };
  /** A column too small for a table. */
  narrow?: boolean;
};

export function DomainRecords({ domain: { domain, records }, narrow = false }: DomainRecordsProps) {
  const isPhone = useIsPhone() || narrow;
  const rows = records.map((record) => ({ record, name: shortName(domain, record.name) }));
  return isPhone ? <RecordList domain={domain} rows={rows} /> : <RecordTable domain={domain} rows={rows} />;
}

type RowsProps = { domain: string; rows: { record: DnsRecord; name: string }[] };

const headClass = 'px-2 py-2.5 text-left text-xs font-medium text-muted first:pl-4.5 last:pr-4.5';
const cellClass = 'px-2 py-2.5 align-middle first:pl-4.5 last:pr-4.5';

function RecordTable({ domain, rows }: RowsProps) {
  const { t } = useTranslation('sending');
  return (
    <table aria-label={t('records.label', { domain })} className="w-full table-fixed border-t border-line text-sm">
      <thead>
        <tr>
          <th className={cx(headClass, 'w-19')}>{t('records.type')}</th>
          <th className={cx(headClass, 'w-48')}>{t('records.name')}</th>
          <th className={headClass}>{t('records.value')}</th>
          <th className={cx(headClass, 'w-44')}>{t('records.status')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ record, name }) => (
          <tr key={`${record.type} ${record.name} ${record.value}`} className="border-t border-line">
            <td className={cx(cellClass, 'text-muted')}>{record.type}</td>
            <td className={cellClass}>
              <Copied text={name} label={t('records.copyName', { name })} strong />
            </td>
            <td className={cellClass}>
              <Copied text={record.value} label={t('records.copyValue', { name })} />
              <Instead record={record} />
            </td>
            <td className={cellClass}>
              <RecordState record={record} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On a phone each record is a block of its own: a table would hide the state. */
function RecordList({ domain, rows }: RowsProps) {
  const { t } = useTranslation('sending');
  return (
    <ul aria-label={t('records.label', { domain })} className="border-t border-line text-sm">
      {rows.map(({ record, name }) => (
        <li
          key={`${record.type} ${record.name} ${record.value}`}
          className="flex flex-col border-line px-3.5 py-2 not-first:border-t"
        >
          <div className="flex items-center gap-3">
            <span className="min-w-8 shrink-0 text-muted">{record.type}</span>
            <span className="min-w-0 flex-1">
              <Copied text={name} label={t('records.copyName', { name })} strong />
            </span>
            <RecordState record={record} />
          </div>
          <Copied text={record.value} label={t('records.copyValue', { name })} />
          <Instead record={record} />
        </li>
      ))}
    </ul>
  );
}

function Copied({ text, label, strong = false }: { text: string; label: string; strong?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code title={text} className={cx('truncate font-mono text-xs', strong ? 'text-ink' : 'text-muted')}>
        {text}
      </code>
      <CopyButton value={text} iconLabel={label} size="sm" variant="ghost" className="shrink-0" />
    </span>
  );
}

/** The part of our SPF record that somebody with a record of their own adds to it. */
const includeIn = (value: string): string | undefined => /include:\S+/.exec(value)?.[0];

function Instead({ record: { purpose, state, value, found } }: { record: DnsRecord }) {
  const { t } = useTranslation('sending');
  if (state !== 'wrong' || !found) return null;
  const include = purpose === 'spf' ? includeIn(value) : undefined;
  return (
    <div className="mt-0.5 text-xs">
      <p className="break-all text-danger-text">{t('records.instead', { found })}</p>
      {include && <p className="mt-0.5 wrap-anywhere text-muted">{t('records.spfAdvice', { include })}</p>}
    </div>
  );
}

const looks = {
  found: { icon: CircleCheck, className: 'text-success-text' },
  missing: { icon: Clock, className: 'text-warning-text' },
  wrong: { icon: CircleAlert, className: 'text-danger-text' },
  unknown: { icon: CircleDashed, className: 'text-muted' },
} as const;

function RecordState({ record: { state, required } }: { record: DnsRecord }) {
  const { t } = useTranslation('sending');
  const { icon: Icon, className } = looks[state];
  return (
    <span className={cx('flex items-center gap-1.5', className)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>
        {t(`records.states.${state}`)}
        {!required && <span className="block text-2xs text-subtle">{t('records.optional')}</span>}
      </span>
    </span>
  );
}
