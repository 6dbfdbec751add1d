import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { Select } from '#ui/select.tsx';
import { clientChoicesQuery, organizationQuery } from './queries.ts';
import { useUser } from './session.ts';

/** A select has no null, so the organization itself has a name of its own. */
const itself = 'organization';

/** Every client and the organization itself, as choices; null is the organization. Empty where there is nothing to choose. */
export function useClientOptions() {
  const { t } = useTranslation('shell');
  const organization = useQuery(organizationQuery).data;
  const isAgency = organization?.type === 'AGENCY';
  const clients = useQuery({ ...clientChoicesQuery, enabled: isAgency }).data?.items ?? [];
  if (!isAgency || clients.length === 0) return [];
  return [
    ...clients.map(({ id, name }) => ({
      clientId: id as string | null,
      value: id,
      label: name,
      leading: <Hexagon name={name} size={20} />,
    })),
    {
      clientId: null,
      value: itself,
      label: t('clientChoice.itself', { organization: organization.name }),
      leading: <Building2 aria-hidden className="mx-0.5 size-4 text-subtle" />,
    },
  ];
}

/** While all clients are shown, a new record has no client unless somebody chooses one. */
export function useClientChoice() {
  const { t } = useTranslation('shell');
  const { activeClientId, clientId } = useUser();
  const options = useClientOptions();
  const [chosen, setChosen] = useState<string | null>();
  const [tried, setTried] = useState(false);
  const needed = options.length > 0 && activeClientId === null && clientId === null;
  const missing = needed && chosen === undefined;
  return {
    needed,
    missing,
    options,
    chosen: needed ? chosen : undefined,
    choose: setChosen,
    /** What goes with the call: nothing where the server knows already. */
    body: needed && chosen !== undefined ? { clientId: chosen } : {},
    /** Whether it was answered; marks the field if not. */
    ask: () => {
      setTried(true);
      return !missing;
    },
    error: tried && missing ? t('clientChoice.required') : undefined,
  };
}

export type ClientChoice = ReturnType<typeof useClientChoice>;

type ClientFieldProps = {
  choice: ClientChoice;
  onChoose?: ((clientId: string | null) => void) | undefined;
  hint?: string | undefined;
};

export function ClientField({ choice, onChoose, hint }: ClientFieldProps) {
  const { t } = useTranslation('shell');
  const { needed, options, chosen, choose, error } = choice;
  if (!needed) return null;
  const pick = (value: string) => {
    const clientId = value === itself ? null : value;
    choose(clientId);
    onChoose?.(clientId);
  };
  return (
    <Field label={t('clientChoice.label')} required hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={chosen === null ? itself : chosen}
          onValueChange={pick}
          placeholder={t('clientChoice.choose')}
          options={options}
        />
      )}
    </Field>
  );
}
