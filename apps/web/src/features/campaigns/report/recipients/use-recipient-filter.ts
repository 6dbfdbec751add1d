import { useNavigate, useSearch } from '@tanstack/react-router';
import { listRecipients } from '@waggle/contracts/campaign-recipients';
import { leftOutReasons } from '@waggle/contracts/campaign-left-out';
import { mailboxProviders, sendStates } from '@waggle/contracts/campaigns';
import { useListAddress } from '#lib/list-address.ts';

export const events = listRecipients.query.shape.event.unwrap().options;
type Choice = {
  state?: string | undefined;
  event?: string | undefined;
  reason?: string | undefined;
  /** Number of a link that was followed. */
  link?: number | undefined;
  mailbox?: string | undefined;
};

/** Whose rows are shown. Everything is in the address, so every number of the report can open its own. */
export function useRecipientFilter() {
  const asked: Choice = useSearch({ strict: false });
  const navigate = useNavigate();
  const list = useListAddress(['contact']);
  const choose = (choice: Choice) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...choice, page: undefined, cursor: undefined }),
      replace: true,
      resetScroll: false,
    } as never);
  return {
    list,
    /** Those who were not sent it at all, who are no recipients. */
    isLeftOut: asked.state === 'left-out',
    state: sendStates.find((one) => one === asked.state),
    event: events.find((one) => one === asked.event),
    link: asked.link,
    mailbox: mailboxProviders.find((one) => one === asked.mailbox),
    reason: leftOutReasons.find((one) => one === asked.reason),
    choose,
  };
}
export type RecipientFilter = ReturnType<typeof useRecipientFilter>;
