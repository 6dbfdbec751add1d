import type { FileBody } from '@waggle/contracts/endpoint';
import type { papers } from '@waggle/contracts/qr-bulk';
import type { Context } from '#platform/context.ts';
import { formInThread, logoInThread } from '../images/in-thread.ts';
import { logoObjects } from '../images/pdf.ts';
import { createPdfFile, dictionary, packedStream, stream } from '../images/pdf-objects.ts';
import type { Links } from '../short-url.ts';
import { type ChosenCode, chosenCodes, drawn, patiently } from './chosen.ts';
import { contentOfCell, layoutOf, placeOnSheet, type Sheet } from './sheet-layout.ts';

type Asked = Sheet & { paper: (typeof papers)[number]; qrCodeIds: string[] };

export async function printSheet(ctx: Context, links: Links, { qrCodeIds, ...asked }: Asked): Promise<FileBody> {
  const codes = await chosenCodes(ctx, links, qrCodeIds);
  return { name: 'qr_codes.pdf', type: 'application/pdf', content: sheetPdf(ctx, codes, asked) };
}

type File = ReturnType<typeof createPdfFile>;

/** Codes are written one by one, each with its page when that is full, so that the memory holds one. */
async function* sheetPdf(ctx: Context, codes: readonly ChosenCode[], asked: Omit<Asked, 'qrCodeIds'>) {
  const layout = layoutOf(asked);
  const file = createPdfFile();
  const [root, tree] = [file.number(), file.number()];
  const pages: number[] = [];
  const logos = new Map<string, number>();
  yield file.head();
  for (let start = 0; start < codes.length; start += layout.perPage) {
    const forms: number[] = [];
    const cells: string[] = [];
    for (const [at, code] of codes.slice(start, start + layout.perPage).entries()) {
      const drawing = await drawn(ctx, code);
      const { logoId } = code.design;
      let logo = logoId === null ? undefined : logos.get(logoId);
      if (drawing.logo && logoId !== null && logo === undefined) {
        const { number, objects } = await logoOf(ctx, file, drawing.logo);
        logos.set(logoId, (logo = number));
        yield* objects;
      }
      const form = await patiently(() => formInThread(ctx, drawing));
      const number = file.number();
      const resources = logo === undefined ? '' : `/XObject << /Logo ${logo} 0 R >>`;
      const box = `/Type /XObject /Subtype /Form /BBox [0 0 ${form.width} ${form.height}] /Resources << ${resources} >>`;
      yield file.object(number, packedStream(box, form.packed));
      forms.push(number);
      cells.push(contentOfCell(placeOnSheet(layout, at, form), `C${at}`, asked.names ? code : null));
    }
    const [page, content] = [file.number(), file.number()];
    pages.push(page);
    yield file.object(content, stream('', Buffer.from(cells.join('\n'))));
    const named = forms.map((number, at) => `/C${at} ${number} 0 R`).join(' ');
    yield file.object(
      page,
      dictionary(
        `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${layout.width} ${layout.height}] /Contents ${content} 0 R ` +
          `/Resources << /XObject << ${named} >> >>`,
      ),
    );
  }
  yield file.object(root, dictionary(`/Type /Catalog /Pages ${tree} 0 R`));
  const kids = pages.map((page) => `${page} 0 R`).join(' ');
  yield file.object(tree, dictionary(`/Type /Pages /Kids [${kids}] /Count ${pages.length}`));
  yield file.tail();
}

/** One picture for all codes that carry it. */
async function logoOf(ctx: Context, file: File, png: Uint8Array): Promise<{ number: number; objects: Buffer[] }> {
  const pixels = await patiently(() => logoInThread(ctx, png));
  const [number, alpha] = [file.number(), file.number()];
  const [colours, mask] = logoObjects(pixels, alpha);
  return { number, objects: [file.object(number, colours), file.object(alpha, mask)] };
}
