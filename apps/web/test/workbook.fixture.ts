type Packed = { name: string; content: string | Uint8Array<ArrayBuffer>; method?: number; flags?: number };

const bytesOf = (content: string | Uint8Array<ArrayBuffer>) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

const deflate = async (content: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(
    await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer(),
  );

type Placed = [offset: number, bytes: 2 | 4, value: number];

function record(length: number, ...numbers: Placed[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(length));
  for (const [offset, bytes, value] of numbers)
    if (bytes === 2) view.setUint16(offset, value, true);
    else view.setUint32(offset, value, true);
  return new Uint8Array(view.buffer);
}

/** A zip as spreadsheets write it, small enough to be wrong in every place on purpose. */
export async function zipOf(entries: readonly Packed[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const { name, content, method = 8, flags = 0 } of entries) {
    const data = method === 8 ? await deflate(bytesOf(content)) : bytesOf(content);
    const label = bytesOf(name);
    parts.push(record(30, [0, 4, 0x04034b50], [8, 2, method], [26, 2, label.length]), label, data);
    // The size before packing is a lie: nobody believes it.
    const sizes: Placed[] = [
      [20, 4, data.length],
      [24, 4, 1],
      [28, 2, label.length],
      [42, 4, at],
    ];
    list.push(record(46, [0, 4, 0x02014b50], [8, 2, flags], [10, 2, method], ...sizes), label);
    at += 30 + label.length + data.length;
  }
  return new Blob([...parts, ...list, record(22, [0, 4, 0x06054b50], [10, 2, entries.length], [16, 4, at])]);
}

const book = `<workbook xmlns:r="r"><sheets><sheet name="People" sheetId="1" r:id="rId7"/><sheet name="Old" r:id="rId8"/></sheets></workbook>`;
const links = `<Relationships><Relationship Id="rId8" Target="worksheets/sheet2.xml"/><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>`;
const styles = `<styleSheet><numFmts><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="&quot;d&quot;0.00"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs><cellStyles/></styleSheet>`;

/** A workbook with one sheet of these rows. */
export const workbookOf = (rows: string, more: { strings?: string; book?: string } = {}): Promise<Blob> =>
  zipOf([
    { name: 'xl/workbook.xml', content: more.book ?? book },
    { name: 'xl/_rels/workbook.xml.rels', content: links },
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
    ...(more.strings ? [{ name: 'xl/sharedStrings.xml', content: `<sst>${more.strings}</sst>` }] : []),
  ]);
