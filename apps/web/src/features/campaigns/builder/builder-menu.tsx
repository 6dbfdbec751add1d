import { Ellipsis, FlaskConical, History, Save } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { VersionsDialog } from './versions/versions-dialog.tsx';

type BuilderMenuProps = {
  keeper: DraftKeeper;
  campaignId: string | undefined;
  onSave: () => void;
  onTest: (() => void) | undefined;
};

/** What has no room in the header: on a phone that is everything but Send. */
export function BuilderMenu({ keeper, campaignId, onSave, onTest }: BuilderMenuProps) {
  const { t } = useTranslation('campaign-builder');
  const isPhone = useIsPhone();
  const [versions, setVersions] = useState(false);
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
      </Menu>
      {versions && campaignId && (
        <VersionsDialog campaignId={campaignId} keeper={keeper} onClose={() => setVersions(false)} />
      )}
    </>
  );
}
