import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBuilder } from '../builder-context.ts';
import { shownContentOf } from '../draft.ts';
import { previewQuery } from '../queries.ts';

/** Milliseconds without a key before the server is asked for the next look. */
const pauseMs = 400;

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const nothing = { html: '', problems: [], removed: [] };

/** What one contact gets, by the code that sends. Before the first save it is the HTML as it was typed. */
export function usePreview(contactId: string | null) {
  const { draft, campaign } = useBuilder();
  const { subject, previewText, content, utm } = useSettled(draft);
  const isEmpty = content.document ? content.document.blocks.length === 0 : content.html === '';
  const shown = useQuery({
    ...previewQuery(campaign?.id ?? '', { contactId, subject, previewText, utm, ...shownContentOf(content) }),
    enabled: campaign !== undefined && !isEmpty,
  });
  const typed = { ...nothing, html: content.html };
  const { html, problems, removed } = isEmpty ? nothing : (shown.data ?? typed);
  const { error } = shown;
  const retry = () => void shown.refetch();
  const generated = isEmpty ? undefined : shown.data?.generated;
  return { subject: shown.data?.subject || draft.subject, html, problems, removed, error, retry, generated };
}
