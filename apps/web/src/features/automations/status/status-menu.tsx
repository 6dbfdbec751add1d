import { useNavigate } from '@tanstack/react-router';
import type { AutomationStatus } from '@waggle/contracts/automations';
import { CircleStop, DoorClosed, Ellipsis, GitCompareArrows, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { DeleteAutomation } from '../list/delete-automation.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { type Move, StatusConfirm } from './status-confirm.tsx';

/** What can be done with the automation as a whole. */
export function StatusMenu() {
  const { t } = useTranslation(['automation-editor', 'automations']);
  const navigate = useNavigate();
  const { automation, mayWrite } = useEditor();
  const [asked, setAsked] = useState<Move | 'resume' | 'delete'>();
  const { inside, name } = automation;
  const close = () => setAsked(undefined);
  if (!mayWrite && automation.version === null) return null;
  return (
    <>
      <Menu trigger={<IconButton label={t('automations:menuOf', { name })} icon={Ellipsis} />}>
        {automation.version !== null && <VersionsItem />}
        {mayWrite && (
          <>
            <MoveItems onAsk={setAsked} />
            <MenuItem
              icon={Trash2}
              danger
              disabled={inside > 0}
              description={inside > 0 ? t('automations:deleteInside') : undefined}
              onSelect={() => setAsked('delete')}
            >
              {t('automations:delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {asked === 'resume' && <ResumeDialog onClose={close} />}
      {asked === 'delete' && (
        <DeleteAutomation
          automation={automation}
          onClose={close}
          onDeleted={() => void navigate({ to: '/dashboard/automations' })}
        />
      )}
      {asked && asked !== 'resume' && asked !== 'delete' && <StatusConfirm move={asked} onClose={close} />}
    </>
  );
}

/** Who may only look reads them too. */
function VersionsItem() {
  const { t } = useTranslation('automation-editor');
  const navigate = useNavigate({ from: '/dashboard/automations/$automationId' });
  return (
    <MenuItem icon={GitCompareArrows} onSelect={() => void navigate({ search: { tab: 'versions' } })}>
      {t('versions')}
    </MenuItem>
  );
}

/** What is possible from each state. */
const possible: Record<AutomationStatus, readonly (Move | 'resume')[]> = {
  draft: [],
  live: ['paused', 'closing', 'ended'],
  paused: ['resume', 'closing', 'ended'],
  closing: ['resume', 'ended'],
  ended: [],
};
const looks = {
  resume: { icon: Play, label: 'status.resume', hint: undefined },
  paused: { icon: Pause, label: 'status.pause', hint: undefined },
  closing: { icon: DoorClosed, label: 'status.close', hint: 'status.closeHint' },
  ended: { icon: CircleStop, label: 'status.end', hint: 'status.endHint' },
} as const;

function MoveItems({ onAsk }: { onAsk: (move: Move | 'resume') => void }) {
  const { t } = useTranslation('automation-editor');
  const { status, holdReason } = useEditor().automation;
  const moves = possible[status];
  // What rules name something gone is repaired by publishing others.
  const isResumed = holdReason !== null && holdReason !== 'rules';
  const shown = status === 'live' && isResumed ? (['resume', ...moves] as const) : moves;
  if (shown.length === 0) return null;
  return (
    <>
      {shown.map((move) => {
        const { icon, label, hint } = looks[move];
        return (
          <MenuItem
            key={move}
            icon={icon}
            danger={move === 'ended'}
            description={hint && t(hint)}
            onSelect={() => onAsk(move)}
          >
            {t(label)}
          </MenuItem>
        );
      })}
      <MenuSeparator />
    </>
  );
}
