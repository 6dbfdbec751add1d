import { type LiveKind, liveKinds, openEvents } from '@waggle/contracts/live';

/** Milliseconds between two deliveries: an import says several times a second that it moves. */
const pauseMs = 400;
/** Milliseconds after which a refused stream is asked for again; a lost one comes back by itself, as the server says when. */
const refusedMs = 30_000;
/** Milliseconds a tab may be hidden before it closes its stream: a browser has six connections to a server for all its tabs. */
const hiddenMs = 5_000;
/** Milliseconds between two looks at moving work while the stream is open, should an event be lost. */
const safetyMs = 15_000;

let open = false;

/** How often moving work is asked for: at the given pace only while no stream says when it moves. */
export const pollMs = (ms: number): number => (open ? safetyMs : ms);

/** What has not changed since is asked for again only while no stream would say so. */
export const pollWithoutStream = (ms: number): number | false => (open ? false : ms);

/**
 * Listens to the server while the page is in sight. `tell` hears which kinds of things changed, one delivery at a time; all kinds
 * whenever the stream opens or is lost, because events may have been missed. `again` is called when it is lost or opens once
 * more: the server ends it for whoever may see something else now, and nothing was heard while the page was hidden. Answers how
 * to stop.
 */
export function startLive(tell: (kinds: readonly LiveKind[]) => Promise<unknown>, again: () => void): () => void {
  const waiting = new Set<LiveKind>();
  const stopping = new AbortController();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delivering = false;

  const news = (kinds: readonly LiveKind[]) => {
    for (const kind of kinds) waiting.add(kind);
    if (!delivering) void deliver();
  };
  async function deliver() {
    delivering = true;
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const kinds = [...waiting];
      waiting.clear();
      await tell(kinds).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    delivering = false;
  }

  let wasOpen = false;
  const setOpen = (next: boolean) => {
    if (next === open) return;
    open = next;
    news(liveKinds);
    if (wasOpen) again();
    wasOpen = true;
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    open = false;
  };
  const connect = () => {
    close();
    source = new EventSource(openEvents.path);
    source.addEventListener('open', () => setOpen(true));
    source.addEventListener('message', ({ data }) => news(liveKinds.filter((kind) => kind === data)));
    source.addEventListener('error', () => {
      setOpen(false);
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, refusedMs);
    });
  };
  const follow = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(close, hiddenMs);
    else if (!source || source.readyState === EventSource.CLOSED) connect();
  };

  follow();
  document.addEventListener('visibilitychange', follow, { signal: stopping.signal });
  return () => {
    stopping.abort();
    close();
  };
}
