import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { useUser } from '#features/accounts/index.ts';
import { isOwn } from './gallery/shelves.ts';

/** What is for every client is changed by who looks at all of them; others use it or copy it. */
export function useMayChange(): (template: Pick<EmailTemplateSummary, 'scope' | 'clientId'>) => boolean {
  const { activeClientId, clientId } = useUser();
  const inSight = activeClientId ?? clientId;
  return (template) => isOwn(template) && (inSight === null || template.clientId === inSight);
}
