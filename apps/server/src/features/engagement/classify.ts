import type { Signals } from '#platform/inbox/event.ts';
import { type Agent, agentOf } from './agents.ts';

export type Label = 'human' | 'machine' | 'unsure';
export type Verdict = { label: Label; reason: string; ruleVersion: number };

/** A request for something we count: a scan, later a click or an open. */
export type Request = {
  signals: Signals;
  method: string;
  /** What a browser would ask for here: the page behind a link, or the picture in a mail. */
  asks: 'page' | 'image';
  /** How many different things the same sender asked for within ten seconds. */
  subjects: number;
};

/** Raised with every change of a rule: stored verdicts say which rules they come from, and can be judged anew. */
export const ruleVersion = 2;

/** Different things within ten seconds. A class behind one address scans a handful of codes; nobody follows this many. */
const tooMany = 12;

type Rule = { reason: string; label: Label; when: (request: Request, agent: Agent) => boolean };

const isAgent = (kind: Agent['kind']) => (_: Request, agent: Agent) => agent.kind === kind;

/** The first that fits decides. Its name is shown to people beside the figure. */
const rules: Rule[] = [
  { reason: 'not-a-get', label: 'machine', when: ({ method }) => method !== 'GET' },
  {
    reason: 'prefetch-hint',
    label: 'machine',
    when: ({ signals }) => /prefetch|prerender|preview/i.test(signals.purpose ?? ''),
  },
  { reason: 'empty-agent', label: 'machine', when: isAgent('empty') },
  // Outlook for Windows draws with the parts of an old Internet Explorer and says so; somebody let it load the pictures.
  {
    reason: 'mail-program',
    label: 'human',
    when: ({ asks, signals }) => asks === 'image' && /Microsoft Outlook/i.test(signals.userAgent ?? ''),
  },
  { reason: 'mail-proxy', label: 'unsure', when: isAgent('mail-proxy') },
  { reason: 'link-preview', label: 'machine', when: isAgent('link-preview') },
  { reason: 'link-scanner', label: 'machine', when: isAgent('link-scanner') },
  { reason: 'http-library', label: 'machine', when: isAgent('http-library') },
  {
    reason: 'headless-browser',
    label: 'machine',
    when: (request, agent) => agent.kind === 'headless' || isHeadless(request),
  },
  { reason: 'declared-bot', label: 'machine', when: isAgent('bot') },
  { reason: 'ancient-browser', label: 'machine', when: isAgent('ancient') },
  { reason: 'no-browser', label: 'machine', when: isAgent('unknown') },
  { reason: 'not-a-navigation', label: 'machine', when: isEmbedded },
  { reason: 'contradiction', label: 'machine', when: contradicts },
  { reason: 'headers-missing', label: 'machine', when: lacksHeaders },
  { reason: 'many-at-once', label: 'unsure', when: ({ subjects }) => subjects >= tooMany },
];

export function classify(request: Request): Verdict {
  const agent = agentOf(request.signals.userAgent);
  const rule = rules.find(({ when }) => when(request, agent));
  return { label: rule?.label ?? 'human', reason: rule?.reason ?? 'browser', ruleVersion };
}

function isHeadless({ signals }: Request): boolean {
  return signals.brands?.includes('Headless') ?? false;
}

/** A script, a picture or a worker asks for what only a person would open. */
function isEmbedded({ signals, asks }: Request): boolean {
  return asks === 'page' && signals.fetchMode !== undefined && signals.fetchMode !== 'navigate';
}

const platforms: Partial<Record<Agent['system'], string>> = {
  windows: '"Windows"',
  macos: '"macOS"',
  android: '"Android"',
};

/** The system the browser names in one place is not that of the other. Browsers let people change neither alone. */
function contradicts({ signals }: Request, { system }: Agent): boolean {
  const named = platforms[system];
  if (signals.platform && named && signals.platform !== named) return true;
  return signals.brands !== undefined && signals.fetchMode === undefined;
}

/**
 * Every browser says which languages its person reads and that it wants a page. Some people hide the language: what tells
 * them from a script is that the rest is there. Sec-Fetch alone proves nothing, since it is not sent without TLS.
 */
function lacksHeaders({ signals, asks }: Request): boolean {
  if (signals.language === undefined && signals.fetchMode === undefined) return true;
  return asks === 'page' && !/text\/html|application\/xhtml/.test(signals.accept ?? '');
}
