import type { InlineRun } from '@waggle/contracts/email-document';
import { linkAddress } from './links.ts';
import type { Painter, Surface } from './painter.ts';
import { literalText } from '../content/literal-text.ts';
import { fieldTag, literalHtml } from './tags.ts';

type WordRun = Exclude<InlineRun, { break: true }>;
const isBreak = (run: InlineRun): run is Extract<InlineRun, { break: true }> => 'break' in run;
const hrefOf = (run: InlineRun): string | null => (isBreak(run) ? null : linkAddress(run.href));

/** Runs next to each other that lead to the same place are one link. */
function groups(runs: readonly InlineRun[]): { href: string | null; runs: InlineRun[] }[] {
  const found: { href: string | null; runs: InlineRun[] }[] = [];
  for (const run of runs) {
    const href = hrefOf(run);
    const last = found.at(-1);
    if (last && last.href === href) last.runs.push(run);
    else found.push({ href, runs: [run] });
  }
  return found;
}

/** Runs as HTML. Without links inside of a button, which is one. */
export function inlineHtml(
  runs: readonly InlineRun[],
  painter: Painter,
  surface: Surface,
  options: { linkColor?: string; plain?: boolean } = {},
): string {
  return groups(runs)
    .map(({ href, runs: linked }) => {
      const inner = linked.map((run) => runHtml(run, painter, surface)).join('');
      if (href === null || options.plain) return inner;
      const { hex, className } = linkPaint(linked, painter, surface);
      return `<a href="${attribute(href)}" target="_blank"${classOf(className)} style="color:${hex};text-decoration:underline">${inner}</a>`;
    })
    .join('');
}

function linkPaint(linked: readonly InlineRun[], painter: Painter, surface: Surface) {
  const own = linked.find((run): run is WordRun => !isBreak(run) && run.color !== undefined)?.color;
  const isPlain = surface.role === 'paper' || surface.role === 'tint' || surface.role === 'background';
  return own || !isPlain ? painter.words(own, surface) : painter.words('accent', surface);
}

function runHtml(run: InlineRun, painter: Painter, surface: Surface): string {
  if (isBreak(run)) return '<br>';
  let html = 'field' in run ? fieldTag(run.field, run.fallback, 'html') : literalHtml(run.text);
  if (run.bold) html = `<strong>${html}</strong>`;
  if (run.italic) html = `<em>${html}</em>`;
  if (run.underline) html = `<u>${html}</u>`;
  if (run.strike) html = `<s>${html}</s>`;
  if (run.color === undefined || run.href !== undefined) return html;
  const { hex, className } = painter.words(run.color, surface);
  return `<span${classOf(className)} style="color:${hex}">${html}</span>`;
}

export const classOf = (className: string): string => (className === '' ? '' : ` class="${className}"`);

/** An address in quotes; tags of ours stay as they are. */
export const attribute = (text: string): string =>
  text.startsWith('{{ ') ? text : literalHtml(text).replaceAll('\n', ' ');

/** Runs as plain text, each link behind its words. */
export const inlineText = (runs: readonly InlineRun[], plain = false): string =>
  groups(runs)
    .map(({ href, runs: linked }) => {
      const words = linked.map(runText).join('');
      if (href === null || plain || words.trim() === '') return words;
      return words.trim() === href ? words : `${words} (${href})`;
    })
    .join('');

function runText(run: InlineRun): string {
  if (isBreak(run)) return '\n';
  return 'field' in run ? fieldTag(run.field, run.fallback, 'text') : literalText(run.text);
}

/** About how many letters a reader sees; for what must have a width before it is read. */
export const inlineLength = (runs: readonly InlineRun[]): number =>
  runs.reduce(
    (sum, run) => sum + (isBreak(run) ? 1 : 'field' in run ? Math.max(8, run.fallback.length) : run.text.length),
    0,
  );

/** Nothing but blanks. */
export const isBlank = (runs: readonly InlineRun[]): boolean =>
  runs.every((run) => isBreak(run) || ('text' in run && run.text.trim() === ''));
