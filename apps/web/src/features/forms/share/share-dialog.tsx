import { Code, Link2, QrCode, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { DirectLink } from './direct-link.tsx';
import { EmbedCode } from './embed-code.tsx';
import { QrTab } from './qr-tab.tsx';
import type { SharedForm } from './shared-form.ts';
import type { Shared } from './snippets.ts';
import { SocialShare } from './social-share.tsx';

type ShareDialogProps = { form: SharedForm; onClose: () => void };

const panelClass = 'px-5 pt-5 pb-5';

/** Every way to bring people to a form. Load it lazily: its texts and snippets are for who opens it. */
export function ShareDialog({ form, onClose }: ShareDialogProps) {
  const { t } = useTranslation('form-share');
  const [tab, setTab] = useState('link');
  const shared: Shared = { origin: new URL(form.url).origin, formId: form.id, name: form.name };
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={t('title')} description={form.name} flush>
      <Tabs
        label={t('tabs')}
        value={tab}
        onValueChange={setTab}
        listClassName="px-5"
        tabs={[
          { value: 'link', label: t('link.tab'), icon: Link2 },
          { value: 'embed', label: t('embed.tab'), icon: Code },
          { value: 'qr', label: t('qr.tab'), icon: QrCode },
          { value: 'social', label: t('social.tab'), icon: Share2 },
        ]}
      >
        <Unreachable form={form} />
        <TabPanel value="link" className={panelClass}>
          <DirectLink shared={shared} />
        </TabPanel>
        <TabPanel value="embed" className={panelClass}>
          <EmbedCode shared={shared} />
        </TabPanel>
        <TabPanel value="qr" className={panelClass}>
          <QrTab form={form} />
        </TabPanel>
        <TabPanel value="social" className={panelClass}>
          <SocialShare shared={shared} />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}

/** What is shared leads to a page that says so, which its author should know first. */
function Unreachable({ form }: { form: SharedForm }) {
  const { t } = useTranslation('form-share');
  if (form.isActive && form.version !== null) return null;
  return (
    <div className="px-5 pt-5">
      <Alert tone="warning">{t(form.version === null ? 'unpublished' : 'inactive')}</Alert>
    </div>
  );
}
