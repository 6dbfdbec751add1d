import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import * as notes from '@waggle/contracts/contact-notes';
import * as tasks from '@waggle/contracts/contact-tasks';
import * as contacts from '@waggle/contracts/contacts';
import * as topics from '@waggle/contracts/topics';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { contactKeys } from '../keys.ts';
import { useChange } from '../queries.ts';

type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;
const keyOf = (what: string, ...of: string[]) => [...contactKeys.contacts, what, ...of];

export const engagementQuery = (contactId: string) =>
  queryOptions({
    queryKey: keyOf('engagement', contactId),
    queryFn: ({ signal }) => call(contacts.readContactEngagement, { params: { contactId } }, signal),
    refetchOnMount: 'always',
  });

/** As many as one call gives; whoever has more is shown the newest. */
export const notesQuery = (contactId: string) =>
  queryOptions({
    queryKey: keyOf('notes', contactId),
    queryFn: ({ signal }) => call(notes.listContactNotes, { params: { contactId }, query: { limit: 100 } }, signal),
    refetchOnMount: 'always',
  });

export const tasksQuery = (contactId: string) =>
  queryOptions({
    queryKey: keyOf('tasks', contactId),
    queryFn: ({ signal }) => call(tasks.listContactTasks, { params: { contactId } }, signal),
    refetchOnMount: 'always',
  });

export const assigneesQuery = (contactId: string) =>
  queryOptions({
    queryKey: keyOf('assignees', contactId),
    queryFn: ({ signal }) => call(tasks.listAssignees, { params: { contactId } }, signal),
  });

export const myTasksQuery = queryOptions({
  queryKey: keyOf('my-tasks'),
  queryFn: ({ signal }) => call(tasks.listMyTasks, {}, signal),
  refetchOnMount: 'always',
});

/** What a note or a task changes: its own list, the timeline and the own tasks, but no list of contacts. */
const teamwork = (contactId: string) => [
  keyOf('notes', contactId),
  keyOf('tasks', contactId),
  keyOf('activity', contactId),
  keyOf('my-tasks'),
];

export const useAddNote = (contactId: string) =>
  useChange(
    (text: string) => call(notes.addContactNote, { params: { contactId }, body: { text } }),
    teamwork(contactId),
  );

type NoteChange = { noteId: string; text: string };

export const useEditNote = (contactId: string) =>
  useChange(
    ({ noteId, text }: NoteChange) => call(notes.editContactNote, { params: { contactId, noteId }, body: { text } }),
    teamwork(contactId),
  );

export const useDeleteNote = (contactId: string) =>
  useChange((noteId: string) => call(notes.deleteContactNote, { params: { contactId, noteId } }), teamwork(contactId));

export const useAddTask = (contactId: string) =>
  useChange(
    (body: Body<typeof tasks.addContactTask>) => call(tasks.addContactTask, { params: { contactId }, body }),
    teamwork(contactId),
  );

type TaskChange = { taskId: string } & Body<typeof tasks.updateContactTask>;

export const useUpdateTask = (contactId: string) =>
  useChange(
    ({ taskId, ...body }: TaskChange) => call(tasks.updateContactTask, { params: { contactId, taskId }, body }),
    teamwork(contactId),
  );

export const useDeleteTask = (contactId: string) =>
  useChange((taskId: string) => call(tasks.deleteContactTask, { params: { contactId, taskId } }), teamwork(contactId));

export const contactTopicsQuery = (contactId: string) =>
  queryOptions({
    queryKey: keyOf('topics', contactId),
    queryFn: ({ signal }) => call(topics.listContactTopics, { params: { contactId } }, signal),
    refetchOnMount: 'always',
  });

export const useChooseTopic = (contactId: string) =>
  useChange(
    ({ topicId, optedOut }: { topicId: string; optedOut: boolean }) =>
      call(topics.chooseContactTopic, { params: { contactId, topicId }, body: { optedOut } }),
    [keyOf('topics', contactId), keyOf('activity', contactId)],
  );

type Merge = { contactId: string } & Body<typeof contacts.mergeContacts>;

export const mergePreviewQuery = ({ contactId, ...body }: Merge) =>
  queryOptions({
    queryKey: keyOf('merge-preview', contactId, JSON.stringify(body)),
    queryFn: ({ signal }) => call(contacts.previewMerge, { params: { contactId }, body }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 0,
  });

/** Nothing is asked any more about the contact that went. */
export function useMergeContacts() {
  const client = useQueryClient();
  return useChange(
    async ({ contactId, ...body }: Merge) => {
      const merged = await call(contacts.mergeContacts, { params: { contactId }, body });
      client.removeQueries({ queryKey: keyOf('one', body.otherId) });
      return merged;
    },
    [contactKeys.contacts, contactKeys.tags],
  );
}
