import { useQuery } from '@tanstack/react-query';
import type { ContactDetail } from '@waggle/contracts/contacts';
import { Mail, Pencil, Tags } from 'lucide-react';
import { lazy, Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { ContactTabsContext } from '#lib/registry.ts';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { nameOf } from '../contact-words.tsx';
import { ManageTagsDialog } from '../tags/manage-tags-dialog.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { ConsentTab } from './consent-tab.tsx';
import { ContactHeading } from './contact-heading.tsx';
import { ContactProperties } from './contact-properties.tsx';
import { EmailsTab } from './emails/emails-tab.tsx';
import { EngagementStrip } from './engagement-strip.tsx';
import { NotesTab } from './notes/notes-tab.tsx';
import { OptOutBand } from './opt-out-band.tsx';
import { notesQuery, tasksQuery } from './queries.ts';
import { TasksTab } from './tasks/tasks-tab.tsx';

const SendEmailDialog = lazy(async () => ({
  default: (await import('./emails/send-email-dialog.tsx')).SendEmailDialog,
}));

type ContactViewProps = { contact: ContactDetail; onEdit: () => void };

export function ContactView({ contact, onEdit }: ContactViewProps) {
  const { t } = useTranslation(['contacts', 'contact-sheet', 'shell']);
  const more = use(ContactTabsContext);
  const [tab, setTab] = useState('activity');
  const counts = useCounts(contact.id);
  useRecordTitle(nameOf(contact));
  return (
    <>
      <div className="flex flex-col gap-4 px-5 pt-5 sm:px-6">
        <ContactHeading contact={contact} />
        <ContactButtons contact={contact} onEdit={onEdit} />
        <OptOutBand contact={contact} />
        <EngagementStrip contact={contact} />
        <ContactProperties contact={contact} onProof={() => setTab('consent')} />
      </div>
      <Tabs
        label={t('sheet.tabs')}
        tabs={[
          { value: 'activity', label: t('sheet.activity') },
          { value: 'notes', label: t('contact-sheet:notes.tab'), count: counts.notes },
          { value: 'tasks', label: t('contact-sheet:tasks.tab'), count: counts.tasks },
          { value: 'emails', label: t('contact-sheet:emails.tab') },
          ...more.map(({ id, label }) => ({ value: id, label: t(`shell:${label}`) })),
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
        <TabPanel value="notes" className="px-5 sm:px-6">
          <NotesTab contactId={contact.id} />
        </TabPanel>
        <TabPanel value="tasks" className="px-5 sm:px-6">
          <TasksTab contactId={contact.id} />
        </TabPanel>
        <TabPanel value="emails" className="px-5 sm:px-6">
          <EmailsTab contactId={contact.id} />
        </TabPanel>
        {more.map(({ id, Tab }) => (
          <TabPanel key={id} value={id} className="px-5 sm:px-6">
            <Suspense fallback={<SkeletonRows className="pt-4" />}>
              <Tab contactId={contact.id} />
            </Suspense>
          </TabPanel>
        ))}
        <TabPanel value="consent" className="px-5 sm:px-6">
          <ConsentTab contact={contact} />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** Nothing is shown beside a tab that has nothing. */
function useCounts(contactId: string) {
  const { number } = useFormat();
  const notes = useQuery(notesQuery(contactId)).data?.total;
  const tasks = useQuery(tasksQuery(contactId)).data?.open.length;
  return { notes: notes ? number(notes) : undefined, tasks: tasks ? number(tasks) : undefined };
}

/** Who opted out, bounced or takes a break is shown the band instead. */
const mayBeEmailed = ({ status, suppressions, mailPausedUntil, emailConsent }: ContactDetail): boolean =>
  (status === 'active' || status === 'lead') &&
  emailConsent !== 'withdrawn' &&
  mailPausedUntil === null &&
  !suppressions.some(({ channel }) => channel === 'email');

const notYet = { not_asked: 'contact-sheet:emails.notAsked', pending: 'contact-sheet:emails.unconfirmed' } as const;

function ContactButtons({ contact, onEdit }: ContactViewProps) {
  const { t } = useTranslation(['contacts', 'contact-sheet']);
  const mayWrite = useHolds('contacts:write');
  const maySend = useHolds('campaigns:send') && mayBeEmailed(contact);
  const [open, setOpen] = useState<'tags' | 'email'>();
  const close = () => setOpen(undefined);
  const { emailConsent } = contact;
  const missing = emailConsent === 'not_asked' || emailConsent === 'pending' ? t(notYet[emailConsent]) : undefined;
  if (!mayWrite) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {maySend && (
        <Button variant="primary" icon={Mail} disabledReason={missing} onClick={() => setOpen('email')}>
          {t('contact-sheet:emails.button')}
        </Button>
      )}
      <Button icon={Tags} onClick={() => setOpen('tags')}>
        {t('tags.manage')}
      </Button>
      <Button icon={Pencil} onClick={onEdit}>
        {t('edit')}
      </Button>
      {open === 'tags' && <ManageTagsDialog contact={contact} onClose={close} />}
      <Suspense>{open === 'email' && <SendEmailDialog contact={contact} onClose={close} />}</Suspense>
    </div>
  );
}
