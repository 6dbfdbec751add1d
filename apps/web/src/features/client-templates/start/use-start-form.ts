import { useQuery } from '@tanstack/react-query';
import { type ClientTemplate, copyKinds, lookUpWebsite, startClient } from '@waggle/contracts/client-templates';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useState } from 'react';
import { useContractForm } from '#lib/form.ts';
import { foundBrandQuery, useStartClient } from '../queries.ts';

/** What a new client begins with: the id of a template, another client, or nothing. */
export const anotherClient = 'client';
export const blank = 'blank';

type Options = {
  templates: readonly ClientTemplate[];
  looksUpWebsites: boolean;
  onStarted: (started: ReplyOf<typeof startClient>) => void;
};

export type StartForm = ReturnType<typeof useStartForm>;

export function useStartForm({ templates, looksUpWebsites, onStarted }: Options) {
  const start = useStartClient();
  const [first] = templates;
  const [source, setSource] = useState(first?.id ?? blank);
  const [isMissing, setMissing] = useState(false);
  // One attempt for as long as the dialog is open: whatever is pressed twice makes one client.
  const [attempt] = useState(() => crypto.randomUUID());
  const form = useContractForm(startClient.body, {
    defaultValues: {
      name: '',
      email: null,
      website: '',
      templateId: first?.id ?? null,
      fromClientId: null,
      kinds: first?.kinds ?? [],
      accent: null,
      postalAddress: '',
      attempt,
    },
  });
  // A template that was deleted meanwhile is no choice any more.
  const template = templates.find(({ id }) => id === source);
  const shown = template || source === anotherClient ? source : blank;

  const choose = (value: string) => {
    const chosen = templates.find(({ id }) => id === value);
    setSource(value);
    setMissing(false);
    form.setValue('templateId', chosen?.id ?? null);
    form.setValue('fromClientId', null);
    form.setValue('kinds', chosen?.kinds ?? (value === anotherClient ? [...copyKinds] : []));
  };
  const chooseClient = (clientId: string) => {
    setMissing(false);
    form.setValue('fromClientId', clientId);
  };
  const { found, look, website } = useFoundBrand(looksUpWebsites);
  const send = form.submit(async (body) => {
    // What was typed comes before what was found.
    const accent = body.accent ?? found?.accent ?? null;
    const postalAddress = body.postalAddress || (found?.postalAddress ?? '');
    onStarted(await start.mutateAsync({ ...body, accent, postalAddress }));
  });
  const onSubmit: typeof send = async (event) => {
    if (shown !== anotherClient || form.getValues('fromClientId') != null) return send(event);
    event?.preventDefault();
    setMissing(true);
  };
  return { form, onSubmit, source: shown, template, choose, chooseClient, isMissing, found, look, foundOn: website };
}

const Website = lookUpWebsite.body.shape.website;

/** `look` asks a website that was typed to its end; a half-typed name may be somebody else's. */
function useFoundBrand(isAllowed: boolean) {
  const [website, setWebsite] = useState<string>();
  const { data } = useQuery({ ...foundBrandQuery(website ?? ''), enabled: isAllowed && website !== undefined });
  const look = (typed: string) => setWebsite(Website.safeParse(typed).data);
  return { found: website === undefined ? undefined : (data?.found ?? undefined), look, website };
}
