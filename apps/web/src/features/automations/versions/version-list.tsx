import type { AutomationVersion } from '@waggle/contracts/automation-versions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { useEditor } from '../editor/editor-context.ts';
import type { Choice } from './choice.ts';
import { useChangeWords } from './use-change-words.ts';

type VersionListProps = {
  versions: readonly AutomationVersion[];
  chosen: Choice | undefined;
  onChoose: (choice: Choice) => void;
  more: ReactNode;
};

/** Newest first, the draft above them while it says something else. */
export function VersionList({ versions, chosen, onChoose, more }: VersionListProps) {
  const { t } = useTranslation('automation-versions');
  const { automation } = useEditor();
  return (
    <nav aria-label={t('title')} className="flex flex-col gap-2 p-3 max-lg:px-2">
      <ol className="flex flex-col gap-0.5">
        {automation.hasChanges && (
          <li>
            <Row isChosen={chosen === 'draft'} onPress={() => onChoose('draft')}>
              <DraftLines />
            </Row>
          </li>
        )}
        {versions.map((version) => (
          <li key={version.version}>
            <Row isChosen={chosen === version.version} onPress={() => onChoose(version.version)}>
              <VersionLines version={version} />
            </Row>
          </li>
        ))}
      </ol>
      {more && <div className="px-2.5 pb-2">{more}</div>}
    </nav>
  );
}

function Row({ isChosen, onPress, children }: { isChosen: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={onPress}
      className={cx(
        'flex w-full gap-3 rounded-md px-2.5 py-2.5 text-left text-sm coarse:min-h-(--target-touch)',
        isChosen ? 'bg-fill' : 'hover:bg-fill',
      )}
    >
      {children}
    </button>
  );
}

type LinesProps = { name: string; title: string; badge: ReactNode; children: ReactNode };

const Lines = ({ name, title, badge, children }: LinesProps) => (
  <>
    <Avatar name={name} size={28} />
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-2 font-semibold text-ink">
        {title}
        {badge}
      </span>
      {children}
    </span>
  </>
);

function DraftLines() {
  const { t } = useTranslation('automation-versions');
  const { automation } = useEditor();
  const { draftChangedAt, draftChangedBy } = automation;
  const by = draftChangedBy ?? t('someone');
  return (
    <Lines name={by} title={t('draft')} badge={<Badge tone="accent">{t('notPublished')}</Badge>}>
      <span className="block truncate text-xs text-muted">
        {by} · <Time at={draftChangedAt} />
      </span>
    </Lines>
  );
}

function VersionLines({
  version: { version, publishedAt, publishedBy, isLive, inside, changes },
}: {
  version: AutomationVersion;
}) {
  const { t } = useTranslation('automation-versions');
  const { number } = useFormat();
  const words = useChangeWords();
  const by = publishedBy ?? t('someone');
  return (
    <Lines
      name={by}
      title={t('nth', { version: number(version) })}
      badge={isLive && <Badge tone="success">{t('live')}</Badge>}
    >
      <span className="block truncate text-xs text-muted">
        {by} · <Time at={publishedAt} />
      </span>
      <span className="block text-xs text-muted">{changes ? words.summary(changes) : t('first')}</span>
      {inside > 0 && (
        <span className="block text-xs font-medium text-ink">
          {t('inside', { count: inside, shown: number(inside) })}
        </span>
      )}
    </Lines>
  );
}
