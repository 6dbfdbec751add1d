import { documentProblems } from '@waggle/automations/problems';
import type { AutomationProblem } from '@waggle/contracts/automations';
import { useTranslation } from 'react-i18next';

/** What the server alone knows to be wrong: what is named and gone, and emails that cannot leave. */
const serverProblems = [
  'tags-gone',
  'forms-gone',
  'segments-gone',
  'qr-codes-gone',
  'automations-gone',
  'rules-gone',
  'confirmed-address',
  'sender',
  'domain',
  'connection',
  'postal-address',
  'subject',
  'content',
  'links',
  'unsubscribe',
  'size',
] as const;
const known = [...documentProblems, ...serverProblems];

/** What is wrong, and what to do about it. */
export function useProblemWords(): (problem: Pick<AutomationProblem, 'code'>) => string {
  const { t } = useTranslation('automation-editor');
  return ({ code }) => {
    const named = known.find((one) => one === code);
    return named ? t(`problems.${named}`) : t('problems.other');
  };
}
