import type { AttentionItem, AttentionKind } from '@waggle/contracts/control-room';
import { ChevronRight, CircleAlert, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { dayOf } from './figure-cells.tsx';
import { useAttentionWords } from './use-attention-words.ts';
import { useGoToClient } from './use-go-to-client.ts';

const atRisk = { icon: CircleAlert, className: 'text-danger' };
const watched = { icon: TriangleAlert, className: 'text-warning' };
const signs: Record<AttentionKind, { icon: LucideIcon; className: string }> = {
  paused: atRisk,
  bounces: atRisk,
  held: watched,
  automation: watched,
  domain: watched,
  connection: watched,
  complaints: watched,
  plan: watched,
  silent: { icon: Clock, className: 'text-warning' },
};

type LineProps = { item: AttentionItem };

/** Domains and connections are out of sight for those who may not see how email is sent. */
function useMayOpen({ kind }: AttentionItem): boolean {
  const maySee = useHolds('sending:read');
  return maySee || (kind !== 'domain' && kind !== 'connection');
}

export function AttentionLine({ item }: LineProps) {
  const { t } = useTranslation('control-room');
  const goTo = useGoToClient();
  const mayOpen = useMayOpen(item);
  const { what, text, action } = useAttentionWords()(item);
  const { name, logoUrl, id } = item.client;
  return (
    <li className="flex min-h-12.5 items-center gap-3 border-t border-line px-4.5 py-1.5">
      <Sign kind={item.kind} />
      <Hexagon name={name} src={logoUrl ?? undefined} size={28} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold text-ink">{t('attention.headline', { client: name, what })}</p>
        <p className="truncate text-xs text-muted" title={text}>
          {text}
        </p>
      </div>
      <Since item={item} />
      {mayOpen && (
        <Button
          size="sm"
          className="min-w-29 justify-center"
          aria-label={t('attention.actionFor', { action, client: name })}
          onClick={() => goTo(id, item.path)}
        >
          {action}
        </Button>
      )}
    </li>
  );
}

/** All of the line is the button. */
export function AttentionPhoneLine({ item }: LineProps) {
  const { t } = useTranslation('control-room');
  const goTo = useGoToClient();
  const mayOpen = useMayOpen(item);
  const { title, brief } = useAttentionWords()(item);
  const { name, logoUrl, id } = item.client;
  const body = (
    <>
      <Hexagon name={name} src={logoUrl ?? undefined} size={34} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-base font-semibold text-ink">
          <Sign kind={item.kind} />
          <span className="truncate">{title}</span>
        </span>
        <span className="block truncate text-sm text-muted">{t('attention.brief', { client: name, what: brief })}</span>
      </span>
      {mayOpen && <ChevronRight aria-hidden className="size-4 text-subtle" />}
    </>
  );
  const lineClass = 'flex min-h-16 w-full items-center gap-3 px-3.5 py-2 text-left focus-visible:-outline-offset-2';
  return (
    <li className="border-line not-first:border-t">
      {mayOpen ? (
        <button type="button" className={lineClass} onClick={() => goTo(id, item.path)}>
          {body}
        </button>
      ) : (
        <div className={lineClass}>{body}</div>
      )}
    </li>
  );
}

function Sign({ kind }: { kind: AttentionKind }) {
  const { icon: Icon, className } = signs[kind];
  return <Icon aria-hidden className={cx('size-4 shrink-0', className)} />;
}

const weekMs = 7 * 86_400_000;
const isOld = (since: string, now = Date.now()): boolean => now - Date.parse(since) >= weekMs;

/** How long ago within a week, and after that since which day. */
function Since({ item: { since } }: LineProps) {
  const { t } = useTranslation('control-room');
  const format = useFormat();
  return (
    <span className="text-xs whitespace-nowrap text-subtle">
      {isOld(since) ? t('attention.since', { day: dayOf(format, since) }) : <Time at={since} brief />}
    </span>
  );
}
