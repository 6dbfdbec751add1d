import { useTranslation } from 'react-i18next';

type Person = { name: string | null; email: string | null };

/** The name above the address; of a contact who is gone neither is known. */
function PersonCell({ name, email }: Person) {
  const { t } = useTranslation('campaign-report');
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{name ?? email ?? t('recipients.gone')}</span>
      {name !== null && email !== null && <span className="truncate text-xs font-normal text-subtle">{email}</span>}
    </span>
  );
}

/** The same as a column or a line of a table asks for it. */
export const personCell = ({ name, email }: Person) => <PersonCell name={name} email={email} />;
