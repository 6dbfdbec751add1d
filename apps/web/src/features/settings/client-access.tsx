import { mostMemberClients } from '@waggle/contracts/team';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/checkbox.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useClientChoices } from './client-limit.ts';

type ClientAccessProps = {
  value: readonly string[];
  /** Some clients were meant and none is chosen yet: saved like that the person would see all. */
  onChange: (clientIds: string[], isMissing: boolean) => void;
  error: string | undefined;
};

/** All clients, or some of them. */
export function ClientAccess({ value, onChange, error }: ClientAccessProps) {
  const { t } = useTranslation(['settings', 'app']);
  const clients = useClientChoices();
  const hint = useId();
  const [isLimited, setLimited] = useState(value.length > 0);
  const choose = (clientIds: string[]) => onChange(clientIds, clientIds.length === 0);
  const toggle = (id: string, isChosen: boolean) =>
    choose(isChosen ? [...value, id] : value.filter((one) => one !== id));
  const isFull = value.length >= mostMemberClients;

  return (
    <div className="flex flex-col gap-3">
      <RadioCards
        legend={t('team.client')}
        columns={2}
        value={isLimited ? 'some' : 'all'}
        error={error}
        onValueChange={(chosen) => {
          setLimited(chosen === 'some');
          onChange([], chosen === 'some');
        }}
        options={[
          { value: 'all', label: t('app:activeClient.all') },
          { value: 'some', label: t('team.someClients') },
        ]}
      />
      {isLimited && (
        <>
          <p id={hint} className="text-xs text-subtle">
            {t(value.length === 0 ? 'team.chooseClients' : 'team.clientHint')}
          </p>
          <ul
            aria-label={t('team.someClients')}
            aria-describedby={hint}
            className="flex max-h-48 flex-col gap-2 overflow-y-auto rounded-lg border border-line p-3"
          >
            {clients.map(({ id, name }) => (
              <li key={id}>
                <Checkbox
                  label={name}
                  checked={value.includes(id)}
                  disabled={isFull && !value.includes(id)}
                  onCheckedChange={(isChosen) => toggle(id, isChosen)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
