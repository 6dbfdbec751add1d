import { Ellipsis, FlaskConical, History, LayoutTemplate, Save } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { useSaveAsTemplate } from './use-save-as-template.tsx';
import { VersionsDialog } from './versions/versions-dialog.tsx';

type BuilderMenuProps = {
  keeper: DraftKeeper;
  campaignId: string | undefined;
  onSave: () => void;
  onTest: (() => void) | undefined;
};

/** What has no room in the header: on a phone that is everything but Send. */
export function BuilderMenu({ keeper, campaignId, onSave, onTest }: BuilderMenuProps) {
  const { t } = useTranslation(['campaign-builder', 'email-templates']);
  const isPhone = useIsPhone();
  const [versions, setVersions] = useState(false);
  const template = useSaveAsTemplate();
  if (!isPhone && !campaignId) return null;
  return (
    <>
      <Menu trigger={<IconButton label={t('more')} icon={Ellipsis} />}>
        {isPhone && (
          <MenuItem icon={Save} onSelect={onSave}>
            {t('saveDraft')}
          </MenuItem>
        )}
        {isPhone && onTest && (
          <MenuItem icon={FlaskConical} onSelect={onTest}>
            {t('test.send')}
          </MenuItem>
        )}
        {campaignId && (
          <MenuItem icon={History} onSelect={() => setVersions(true)}>
            {t('versions.title')}
          </MenuItem>
        )}
        {template.ask && (
          <MenuItem icon={LayoutTemplate} onSelect={template.ask}>
            {t('email-templates:saveAs.title')}
          </MenuItem>
        )}
      </Menu>
      {template.dialog}
      {versions && campaignId && (
        <VersionsDialog campaignId={campaignId} keeper={keeper} onClose={() => setVersions(false)} />
      )}
    </>
  );
}
