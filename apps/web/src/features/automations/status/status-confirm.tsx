import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Confirm } from '#ui/confirm.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { useStatusMove } from './use-status-move.ts';

export type Move = 'paused' | 'closing' | 'ended';

const verbs = { paused: 'pause', closing: 'close', ended: 'end' } as const;

/** Says what becomes of the people inside before they are stopped. */
export function StatusConfirm({ move: status, onClose }: { move: Move; onClose: () => void }) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { automation } = useEditor();
  const { move, isPending } = useStatusMove(onClose);
  const { name, inside } = automation;
  return (
    <Confirm
      open
      onOpenChange={onClose}
      variant={status === 'ended' ? 'danger' : 'primary'}
      title={t(`status.ask.${status}.title`, { name })}
      confirmLabel={t(`status.${verbs[status]}`)}
      onConfirm={() => move({ status })}
      busy={isPending}
    >
      {t(`status.ask.${status}.text`, { count: inside, shown: number(inside) })}
    </Confirm>
  );
}
