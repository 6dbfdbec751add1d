import type { ColumnsBlock } from '@waggle/contracts/email-document';
import type { Frame } from './frame.ts';

type Box = { frame: Frame; classes: string[]; attributes: string; edge: string };

/** A column as a box: its blocks keep their distance from its edges, because MJML gives columns no padding inside. */
export function boxOf({ box }: ColumnsBlock, frame: Frame): Box {
  if (!box) return { frame: { ...frame, side: 0 }, classes: [], attributes: '', edge: '' };
  const padding = box.padding ?? 24;
  const [fill, line] = [fillOf(box, frame), lineOf(box, frame)];
  return {
    frame: {
      ...frame,
      surface: surfaceOf(box, frame),
      side: padding,
      width: Math.max(16, frame.width - line.width * 2),
    },
    classes: [fill.className, line.className],
    attributes: `${fill.attribute}${line.attribute}${box.radius ? ` inner-border-radius="${box.radius}px"` : ''}`,
    edge: padding === 0 ? '' : `<mj-spacer height="${padding}px" />`,
  };
}

type Look = NonNullable<ColumnsBlock['box']>;

function surfaceOf({ background }: Look, { painter, surface }: Frame): Frame['surface'] {
  const own = background ? painter.surface(background) : surface;
  return surface.changes ? own : { ...own, changes: false };
}

function fillOf({ background }: Look, { painter, surface }: Frame) {
  if (!background) return { className: '', attribute: '' };
  const { hex, className } = painter.on('box', background, surface);
  return { className, attribute: ` inner-background-color="${hex}"` };
}

function lineOf({ border, borderLook = 'solid' }: Look, { painter, surface }: Frame) {
  if (!border) return { className: '', attribute: '', width: 0 };
  const { hex, className } = painter.on('boxLine', border, surface);
  return { className, attribute: ` inner-border="2px ${borderLook} ${hex}"`, width: 2 };
}
