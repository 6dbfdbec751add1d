import {
  type CellBlock,
  type EmailBlock,
  type EmailFont,
  preferencesHref,
  unsubscribeHref,
} from '@waggle/contracts/email-document';
import { escapeHtml } from '../escape-html.ts';
import { button, columns, divider, footer, heading, html, image, spacer, text } from './parts.ts';
import { bandColors, type ThemeName } from './themes.ts';
import type { Words } from './words/en.ts';

/** What a template is drawn with. */
export type Look = {
  theme: ThemeName;
  brand: string;
  /** Where buttons lead until somebody types another address; empty where the brand has no website. */
  site: string;
  art: (name: string) => string;
  /** Colors of the theme for HTML, which knows no roles. */
  colors: { tint: string; line: string; text: string; accent: string };
};

export type Template = { fonts: { headingFont: EmailFont; bodyFont: EmailFont }; blocks: EmailBlock[] };

const serif = { headingFont: 'serif', bodyFont: 'serif' } as const;
const mixed = { headingFont: 'serif', bodyFont: 'sans' } as const;
const sans = { headingFont: 'sans', bodyFont: 'sans' } as const;

const wordmark = (brand: string, more: object = {}): CellBlock =>
  heading(3, brand, { size: 22, align: 'center', space: { top: 28, bottom: 24 }, ...more });
const end = (why: string): EmailBlock[] => [
  divider({ space: { top: 36, bottom: 0 } }),
  footer(why, { space: { top: 20, bottom: 28 } }),
];
const small = { size: 15, color: 'muted', space: { top: 0, bottom: 0 } } as const;

export const layouts: { [Name in keyof Words]: (words: Words[Name], look: Look) => Template } = {
  welcome: (w, { brand, site, art }) => ({
    fonts: serif,
    blocks: [
      wordmark(brand),
      image(art('door'), w.alt),
      heading(1, w.title, { size: 40, space: { top: 44, bottom: 12 } }),
      text(w.lead, { size: 18, space: { top: 4, bottom: 12 } }),
      button(w.cta, site, { space: { top: 12, bottom: 32 } }),
      divider({ space: { top: 12, bottom: 24 } }),
      heading(2, w.how, { space: { top: 8, bottom: 8 } }),
      ...w.steps.map(([title, line], at) =>
        columns(
          '1:3',
          [
            [heading(2, String(at + 1), { color: 'accent', align: 'center', space: { top: 4, bottom: 4 } })],
            [heading(3, title ?? '', { space: { top: 4, bottom: 2 } }), text(line ?? '', { ...small, font: 'sans' })],
          ],
          { gap: 12, keepOnPhone: true, space: { top: 8, bottom: 8 } },
        ),
      ),
      ...end(w.why),
    ],
  }),
  newsletter: (w, { brand, site, art }) => ({
    fonts: mixed,
    blocks: [
      columns(
        '1:1',
        [
          [heading(3, brand, { size: 20, space: { top: 0, bottom: 0 } })],
          [text(w.issue, { ...small, size: 14, align: 'right' })],
        ],
        { keepOnPhone: true, space: { top: 28, bottom: 14 } },
      ),
      divider({ space: { top: 0, bottom: 24 } }),
      heading(1, w.title, { size: 46, weight: 'normal', space: { top: 8, bottom: 28 } }),
      image(art('desk'), w.alt),
      text([w.lead, `[${w.more}](${site})`], { size: 18, space: { top: 32, bottom: 12 } }),
      columns(
        '1:1',
        w.stories.map(([alt, title, line, more], at) => [
          image(art(at === 0 ? 'plant' : 'hills'), alt ?? '', { radius: 8 }),
          heading(2, title ?? '', { size: 21, space: { top: 16, bottom: 6 } }),
          text([line ?? '', `[${more}](${site})`], { ...small }),
        ]),
        { space: { top: 20, bottom: 16 } },
      ),
      ...end(w.why),
    ],
  }),
  offer: (w, { brand, site, art, theme }) => {
    const { hero, onHero } = bandColors[theme];
    const band = { background: hero, color: onHero } as const;
    return {
      fonts: sans,
      blocks: [
        columns(
          '1:1',
          [
            [heading(3, brand, { size: 20, color: onHero, space: { top: 0, bottom: 0 } })],
            [text(w.when, { ...small, size: 14, align: 'right', color: onHero })],
          ],
          { keepOnPhone: true, background: hero, space: { top: 28, bottom: 8 } },
        ),
        heading(1, w.big, { ...band, size: 96, space: { top: 24, bottom: 4 } }),
        text(w.sub, { ...band, size: 21, space: { top: 4, bottom: 20 } }),
        image(art('tags'), w.alt, { background: hero }),
        columns(
          '1:1',
          [
            [
              text(w.code, { ...small, size: 13, space: { top: 0, bottom: 0 } }),
              heading(2, 'MAY20', { font: 'mono', size: 22, space: { top: 0, bottom: 0 } }),
            ],
          ].concat([[button(w.cta, site, { fullWidth: true, space: { top: 0, bottom: 0 } })]]),
          { verticalAlign: 'middle', space: { top: 40, bottom: 12 } },
        ),
        columns(
          '1:1',
          w.goods.map(([alt, title, price], at) => [
            image(art(at === 0 ? 'plant' : 'cup'), alt ?? '', { radius: 8 }),
            heading(2, title ?? '', { size: 19, space: { top: 14, bottom: 2 } }),
            text(price ?? '', { space: { top: 0, bottom: 0 } }),
          ]),
          { space: { top: 20, bottom: 12 } },
        ),
        ...end(w.why),
      ],
    };
  },
  event: (w, { brand, site, art, theme }) => {
    const { night, onNight, softNight } = bandColors[theme];
    return {
      fonts: serif,
      blocks: [
        wordmark(brand, { background: night, color: onNight, space: { top: 28, bottom: 20 } }),
        image(art('lanterns'), w.alt, { background: night }),
        heading(1, w.title, {
          background: night,
          color: onNight,
          weight: 'normal',
          size: 58,
          space: { top: 32, bottom: 8 },
        }),
        text(w.lead, { background: night, color: softNight, size: 19, space: { top: 4, bottom: 44 } }),
        columns(
          '1:2',
          [
            [
              text(`**${w.month}**`, {
                size: 14,
                align: 'center',
                color: 'accent',
                font: 'sans',
                space: { top: 12, bottom: 0, side: 4 },
              }),
              heading(2, w.day, { size: 54, weight: 'normal', align: 'center', space: { top: 0, bottom: 0, side: 4 } }),
              text(w.weekday, {
                ...small,
                size: 14,
                align: 'center',
                font: 'sans',
                space: { top: 0, bottom: 14, side: 4 },
              }),
            ],
            w.facts.map(([fact, line], at) =>
              text(
                `**${fact}**
${line}`,
                { size: 16, space: { top: at === 0 ? 14 : 2, bottom: 10, side: 20 } },
              ),
            ),
          ],
          { gap: 20, box: { background: 'tint', radius: 8, padding: 0 }, space: { top: 40, bottom: 12 } },
        ),
        button(w.cta, site, { fullWidth: true, space: { top: 16, bottom: 8 } }),
        ...end(w.why),
      ],
    };
  },
  launch: (w, { brand, site, art }) => ({
    fonts: sans,
    blocks: [
      wordmark(brand, { size: 20 }),
      text(`**${w.kicker}**`, { size: 13, align: 'center', color: 'accent', space: { top: 12, bottom: 0 } }),
      heading(1, w.title, { size: 60, align: 'center', space: { top: 8, bottom: 32 } }),
      image(art('plinth'), w.alt),
      text(w.lead, { size: 19, align: 'center', space: { top: 36, bottom: 16, side: 72 } }),
      button(w.cta, site, { align: 'center', space: { top: 8, bottom: 32 } }),
      columns(
        '1:1:1',
        w.points.map(([title, line]) => [
          heading(3, title ?? '', { size: 17, space: { top: 0, bottom: 4 } }),
          text(line ?? '', small),
        ]),
        { gap: 16 },
      ),
      ...end(w.why),
    ],
  }),
  review: (w, { brand, site, art, colors }) => ({
    fonts: mixed,
    blocks: [
      wordmark(brand),
      image(art('stars'), w.alt),
      heading(1, w.title, { size: 40, align: 'center', space: { top: 40, bottom: 10 } }),
      text(w.lead, { size: 17, align: 'center', space: { top: 4, bottom: 24 } }),
      html(
        scale(
          w.scale.map((line, at) => ['&#9733;', String(at + 1), line]),
          site,
          colors,
        ),
        { space: { side: 48 } },
      ),
      text(w.reply, { ...small, align: 'center', space: { top: 24, bottom: 8 } }),
      ...end(w.why),
    ],
  }),
  winback: (w, { brand, site, art }) => ({
    fonts: serif,
    blocks: [
      wordmark(brand),
      image(art('seat'), w.alt),
      heading(1, w.title, { size: 44, weight: 'normal', space: { top: 44, bottom: 10 } }),
      text(w.lead, { size: 18, space: { top: 4, bottom: 12 } }),
      button(w.cta, site, { space: { top: 12, bottom: 28 } }),
      divider({ space: { top: 8, bottom: 20 } }),
      text([`**${w.not}**\n${w.less.replace('{{less}}', preferencesHref).replace('{{stop}}', unsubscribeHref)}`], {
        font: 'sans',
      }),
      ...end(w.why),
    ],
  }),
  birthday: (w, { brand, site, art }) => ({
    fonts: serif,
    blocks: [
      image(art('cake'), w.alt),
      heading(1, w.title, { size: 48, weight: 'normal', align: 'center', space: { top: 40, bottom: 12 } }),
      text(w.lead, { size: 18, align: 'center', space: { top: 4, bottom: 20, side: 72 } }),
      columns(
        '1',
        [
          [
            heading(2, w.amount, {
              size: 54,
              weight: 'normal',
              color: 'accent',
              align: 'center',
              space: { top: 0, bottom: 0 },
            }),
            text(w.terms, { color: 'muted', align: 'center', font: 'sans', space: { top: 4, bottom: 16 } }),
            button(w.cta, site, { align: 'center', space: { top: 0, bottom: 4 } }),
          ],
        ],
        { box: { background: 'tint', border: 'line', borderLook: 'dashed', radius: 8, padding: 24 } },
      ),
      text(`${w.sign}${brand}`, { align: 'center', space: { top: 16, bottom: 8 } }),
      ...end(w.why),
    ],
  }),
  appointment: (w, { brand, site, art }) => ({
    fonts: sans,
    blocks: [
      wordmark(brand, { align: 'left', size: 20 }),
      image(art('clock'), w.alt),
      heading(1, w.title, { size: 36, space: { top: 40, bottom: 16 } }),
      columns(
        '1',
        [
          w.rows.flatMap(([label, value, line], at) => [
            ...(at === 0 ? [] : [divider({ space: { top: 12, bottom: 12 } })]),
            text([`${label}\n**${value}**\n${line}`], { size: 15, space: { top: 0, bottom: 0 } }),
          ]),
        ],
        { box: { background: 'tint', radius: 8, padding: 24 }, space: { top: 8, bottom: 16 } },
      ),
      columns(
        '1:1',
        [
          [button(w.confirm, site, { fullWidth: true, space: { top: 0, bottom: 0 } })],
          [button(w.change, site, { fullWidth: true, look: 'outline', space: { top: 0, bottom: 0 } })],
        ],
        { gap: 20 },
      ),
      text(w.note, { ...small, space: { top: 12, bottom: 8 } }),
      ...end(w.why),
    ],
  }),
  thanks: (w, { brand, site, art }) => ({
    fonts: mixed,
    blocks: [
      wordmark(brand),
      image(art('bag'), w.alt),
      heading(1, w.title, { size: 40, space: { top: 40, bottom: 8 } }),
      text(w.lead, { size: 17, space: { top: 4, bottom: 16 } }),
      text(w.order, { ...small, size: 14, background: 'tint', space: { top: 24, bottom: 8 } }),
      ...w.lines.map(([what, price], at) =>
        columns(
          '3:1',
          [
            [text(what ?? '', { space: { top: 0, bottom: 0 } })],
            [text(price ?? '', { align: 'right', space: { top: 0, bottom: 0 } })],
          ],
          { keepOnPhone: true, background: 'tint', space: { top: 8, bottom: at === w.lines.length - 1 ? 24 : 8 } },
        ),
      ),
      button(w.cta, site, { space: { top: 28, bottom: 8 } }),
      ...end(w.why),
    ],
  }),
  survey: (w, { brand, site, art, colors }) => ({
    fonts: sans,
    blocks: [
      wordmark(brand, { size: 20 }),
      image(art('bubbles'), w.alt),
      heading(1, w.title, { size: 42, space: { top: 40, bottom: 8 } }),
      text(w.lead, { size: 18, space: { top: 4, bottom: 20 } }),
      html(
        scale(
          Array.from({ length: 11 }, (_, at) => ['', String(at), '']),
          site,
          colors,
        ),
        { space: { side: 48 } },
      ),
      columns('1:1', [[text(w.low, { ...small, size: 14 })], [text(w.high, { ...small, size: 14, align: 'right' })]], {
        keepOnPhone: true,
        space: { top: 8, bottom: 16 },
      }),
      text(w.note, { ...small, space: { top: 8, bottom: 8 } }),
      ...end(w.why),
    ],
  }),
  letter: (w, { brand }) => ({
    fonts: serif,
    blocks: [
      spacer(36),
      text(w.body, { size: 17, space: { top: 8, bottom: 12, side: 56 } }),
      text(brand, { ...small, size: 13, font: 'sans', space: { top: 12, bottom: 36, side: 56 } }),
    ],
  }),
};

/** Boxes side by side, each with a sign, a number and a word below. Columns hold at most three, so this is HTML. */
function scale(steps: readonly string[][], site: string, { tint, line, text: ink, accent }: Look['colors']): string {
  const face = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif";
  const cells = steps.map(([sign, number, word]) => {
    const link = site === '' ? '' : ` href="${escapeHtml(site)}"`;
    const mark = sign === '' ? '' : `<span style="font-size:36px;line-height:40px;color:${accent}">${sign}</span><br>`;
    const below =
      word === ''
        ? ''
        : `<div style="padding-top:6px;${face};font-size:13px;line-height:18px;color:#7f7f7f">${word}</div>`;
    return (
      `<td align="center" valign="top" style="padding:0 2px"><div style="background-color:${tint};border:1px solid ${line};border-radius:6px;padding:10px 0">` +
      `<a${link} style="display:block;${face};font-size:16px;font-weight:700;line-height:24px;color:${ink};text-decoration:none">${mark}${number}</a></div>${below}</td>`
    );
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}</tr></table>`;
}
