import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListStates } from '../list-states.tsx';
import { useOwnerNote } from '../client-names.ts';
import { setUpQuery } from '../queries.ts';
import { SetUpSteps } from './set-up-steps.tsx';

export function SetUpDialogBody() {
  const { t } = useTranslation('set-up');
  const setUp = useQuery(setUpQuery);
  const ownerNote = useOwnerNote();
  return (
    <ListStates query={setUp} failedTitle={t('failed')}>
      {(read) => (
        <>
          {ownerNote(read.clientId) && (
            <p className="mb-3 text-sm text-muted">{t('whose', { owner: ownerNote(read.clientId) })}</p>
          )}
          <SetUpSteps key={read.clientId} setUp={read} />
        </>
      )}
    </ListStates>
  );
}
