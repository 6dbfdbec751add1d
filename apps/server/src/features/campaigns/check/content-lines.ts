import type { CompiledCampaign } from '../content/compile-campaign.ts';
import type { CampaignRow } from '../queries.ts';
import { type Line, line, ok } from './lines.ts';
import { spamSigns } from './spam-signs.ts';

/** From here on Gmail cuts an email off, footer included. */
const clipBytes = 102_400;

/** What can be said of the email itself. */
export function contentLines(campaign: CampaignRow, compiled: CompiledCampaign): Line[] {
  const errors = compiled.problems.filter(({ severity }) => severity === 'error');
  return [
    subjectLine(campaign, errors),
    contentLine(campaign, errors),
    ...(errors.length === 0 ? soundLines(campaign, compiled) : []),
  ];
}

type Errors = CompiledCampaign['problems'];

function subjectLine({ subject }: CampaignRow, errors: Errors): Line {
  const error = errors.find(({ part }) => part === 'subject' || part === 'previewText');
  if (error) return line('subject', 'blocking', error.message, 'edit-content');
  if (subject.trim() === '') return line('subject', 'blocking', 'Email subject is required', 'edit-content');
  return subject.length > 70
    ? line('subject', 'warning', 'The subject is longer than 70 characters. Phones cut it off.', 'edit-content')
    : ok('subject', 'Subject is set');
}

function contentLine({ document }: CampaignRow, errors: Errors): Line {
  const error = errors.find(({ part }) => part === 'html' || part === 'text');
  if (!error) return ok('content', 'Content can be sent');
  const message =
    document && error.part !== 'text' ? error.message : `${error.message} (${error.part}, line ${error.line})`;
  return line('content', 'blocking', message, 'edit-content');
}

/** The footer adds the link to every email, wherever else an author puts one. */
function soundLines(campaign: CampaignRow, compiled: CompiledCampaign): Line[] {
  return [
    ...textLines(campaign, compiled),
    ok('unsubscribe', 'Unsubscribe link is in the footer'),
    sizeLine(compiled),
    linkLine(compiled),
    spamLine(campaign, compiled),
  ];
}

/** An own text never changes by itself; what the email says now may be something else. */
function textLines({ content }: CampaignRow, { generated }: CompiledCampaign): Line[] {
  const { text, textBasis } = content;
  if (text.trim() === '' || !textBasis || textBasis === generated.basis) return [];
  const message = 'The email has changed since you edited the plain text.';
  return [line('plain-text', 'warning', message, 'edit-content')];
}

function sizeLine({ html }: CompiledCampaign): Line {
  const bytes = Buffer.byteLength(html);
  const kilobytes = Math.ceil(bytes / 1024);
  return bytes > clipBytes
    ? line(
        'size',
        'warning',
        `This email has ${kilobytes} KB. Gmail cuts off emails larger than 102 KB.`,
        'edit-content',
      )
    : ok('size', `Size: ${kilobytes} KB`);
}

const notForReaders = /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|(?:[\w-]{1,63}\.){0,3}example\.(?:com|org|net)\b)/i;

/** What links say of themselves; what they answer is asked by a worker. */
function linkLine({ source, addresses }: CompiledCampaign): Line {
  const placeholder = addresses.find((url) => notForReaders.test(url));
  if (placeholder)
    return line(
      'links',
      'warning',
      `A link leads to ${placeholder.slice(0, 100)}, which readers can't open.`,
      'edit-content',
    );
  if (/\shref=["']#?["']/i.test(source.html))
    return line('links', 'warning', 'A link or button leads nowhere. Add its address.', 'edit-content');
  if (addresses.some((url) => url.startsWith('http://')))
    return line('links', 'warning', "A link isn't secure. Use https where the site has it.", 'edit-content');
  return ok('links', `Links: ${addresses.length}`);
}

function spamLine({ subject }: CampaignRow, { text }: CompiledCampaign): Line {
  const signs = spamSigns(subject, text);
  return signs.length === 0
    ? ok('spam-words', 'No words that spam filters look for')
    : line('spam-words', 'warning', `Spam filters look for this: ${signs.join(', ')}`, 'edit-content');
}
