import { useQuery } from '@tanstack/react-query';
import type { QrPreset } from '@waggle/contracts/qr-presets';
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import type { DesignProps } from '../designer/design-props.ts';
import type { Preview } from '../designer/use-preview.ts';
import { presetsQuery, useDeletePreset } from './queries.ts';
import { SavePreset } from './save-preset.tsx';

type PresetsBarProps = DesignProps & { preview: Preview };

/** Designs kept under a name: to take one, keep this one, or delete one. */
export function PresetsBar({ design, onDesign, preview }: PresetsBarProps) {
  const { t } = useTranslation('links');
  const presets = useQuery(presetsQuery).data?.items ?? [];
  const [saving, setSaving] = useState(false);
  const [leaving, setLeaving] = useState<QrPreset>();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {presets.length > 0 && (
        <Menu align="start" trigger={<Button icon={Bookmark}>{t('presets.use')}</Button>}>
          {presets.map((preset) => (
            <MenuItem key={preset.id} icon={Bookmark} onSelect={() => onDesign(preset.design)}>
              {preset.name}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuLabel>{t('presets.deleteOne')}</MenuLabel>
          {presets.map((preset) => (
            <MenuItem key={preset.id} icon={Trash2} danger onSelect={() => setLeaving(preset)}>
              {preset.name}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button variant="ghost" icon={BookmarkPlus} disabledReason={preview.obstacle} onClick={() => setSaving(true)}>
        {t('presets.save')}
      </Button>
      {saving && <SavePreset design={design} onClose={() => setSaving(false)} />}
      {leaving && <DeletePreset preset={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  );
}

function DeletePreset({ preset: { id, name }, onClose }: { preset: QrPreset; onClose: () => void }) {
  const { t } = useTranslation(['links', 'app']);
  const remove = useDeletePreset();
  const confirm = () =>
    void remove.mutateAsync(id).then(
      () => {
        onClose();
        toast({ tone: 'success', title: t('presets.deleted'), description: name });
      },
      (error: unknown) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('presets.deleteTitle', { name })}
      confirmLabel={t('delete')}
      onConfirm={confirm}
      busy={remove.isPending}
      busyLabel={t('deleting')}
    >
      {t('presets.deleteText')}
    </Confirm>
  );
}
