import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';

type RowMenuProps = {
  label: string;
  onEdit: () => void;
  remove: () => Promise<unknown>;
  question: string;
  /** What is lost. */
  children: ReactNode;
  removedTitle: string;
};

/** Edit, and remove after a question. */
export function RowMenu({ label, onEdit, remove, question, children, removedTitle }: RowMenuProps) {
  const { t } = useTranslation('sending');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    remove()
      .then(() => void toast({ tone: 'success', title: removedTitle }))
      .catch((error: unknown) => void toast({ tone: 'error', title: t('error'), description: problemText(error) }))
      .finally(() => {
        setBusy(false);
        setAsking(false);
      });
  };
  return (
    <>
      <Menu trigger={<IconButton label={label} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={onEdit}>
          {t('edit')}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
          {t('remove')}
        </MenuItem>
      </Menu>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={question}
        confirmLabel={t('remove')}
        busy={busy}
        onConfirm={confirm}
      >
        {children}
      </Confirm>
    </>
  );
}
