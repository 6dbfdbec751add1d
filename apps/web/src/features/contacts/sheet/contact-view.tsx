import type { ContactDetail } from '@waggle/contracts/contacts';
import { Pencil, Tags } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { nameOf, StatusBadge } from '../contact-words.tsx';
import { ManageTagsDialog } from '../tags/manage-tags-dialog.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { ConsentTab } from './consent-tab.tsx';
import { ContactProperties } from './contact-properties.tsx';
import { OptOutBand } from './opt-out-band.tsx';

type ContactViewProps = { contact: ContactDetail; onEdit: () => void };

export function ContactView({ contact, onEdit }: ContactViewProps) {
  const { t } = useTranslation('contacts');
  const [tab, setTab] = useState('activity');
  const name = nameOf(contact);
  return (
    <>
      <div className="flex flex-col gap-4 px-5 pt-5 sm:px-6">
        <div className="flex items-center gap-3.5">
          <Avatar name={name} size={52} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-display text-lg leading-6 font-semibold tracking-[-0.02em] break-words text-ink">
                {name}
              </span>
              <StatusBadge status={contact.status} />
            </p>
            <p className="truncate text-sm text-muted">{contact.email}</p>
          </div>
        </div>
        <ContactButtons contact={contact} onEdit={onEdit} />
        <OptOutBand contact={contact} />
        <ContactProperties contact={contact} />
      </div>
      <Tabs
        label={t('sheet.tabs')}
        tabs={[
          { value: 'activity', label: t('sheet.activity') },
          { value: 'consent', label: t('sheet.consent') },
        ]}
        value={tab}
        onValueChange={setTab}
        className="mt-3"
        listClassName="px-5 sm:px-6"
      >
        <TabPanel value="activity" className="px-5 sm:px-6">
          <ActivityTab contactId={contact.id} />
        </TabPanel>
        <TabPanel value="consent" className="px-5 sm:px-6">
          <ConsentTab contact={contact} />
        </TabPanel>
      </Tabs>
    </>
  );
}

function ContactButtons({ contact, onEdit }: ContactViewProps) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const [managing, setManaging] = useState(false);
  if (!mayWrite) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={Tags} onClick={() => setManaging(true)}>
        {t('tags.manage')}
      </Button>
      <Button icon={Pencil} onClick={onEdit}>
        {t('edit')}
      </Button>
      {managing && <ManageTagsDialog contact={contact} onClose={() => setManaging(false)} />}
    </div>
  );
}
