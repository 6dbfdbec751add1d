// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cleanPasted } from './paste.ts';

test('a Word document keeps words, bold, italic, links and paragraphs, and loses everything else', () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US>
    <!--StartFragment--><p class=MsoNormal style='margin-left:1cm'><b><span style='font-size:14.0pt;font-family:"Calibri"'>Opening hours<o:p></o:p></span></b></p>
    <p class=MsoNormal>We open at <i>eight</i>. <a href="https://example.com/visit">Visit
    us</a><o:p>&nbsp;</o:p></p><!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--><!--EndFragment--></body></html>`;

  expect(cleanPasted(word)).toBe(
    '<p><strong>Opening hours</strong></p><p>We open at <em>eight</em>. <a href="https://example.com/visit">Visit us</a></p>',
  );
});

test('lists of Word, which are paragraphs with a mark in front, become lists', () => {
  const item = (mark: string, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>${text}</p>`;

  expect(cleanPasted(item('·', 'Flour') + item('·', 'Water'))).toBe(
    '<ul><li><p>Flour</p></li><li><p>Water</p></li></ul>',
  );
  expect(cleanPasted(item('1.', 'Mix') + item('2.', 'Wait'))).toBe('<ol><li><p>Mix</p></li><li><p>Wait</p></li></ol>');
});

test('a Google document is not bold because of the tag around it', () => {
  const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700">Bread</span><span style="font-style:italic"> club</span></p><ul><li dir="ltr"><p role="presentation"><span style="font-weight:400">Rye</span></p></li></ul></b><br class="Apple-interchange-newline">`;

  expect(cleanPasted(docs)).toBe('<p><strong>Bread</strong><em> club</em></p><ul><li><p>Rye</p></li></ul>');
});

test('scripts, pictures, event handlers and dangerous addresses do not get in', () => {
  const hostile = `<div onclick="a()">Hello <img src=x onerror="a()"><script>a()</script><a href="javascript:a()">you</a><svg onload="a()"><text>x</text></svg></div>`;

  expect(cleanPasted(hostile)).toBe('<p>Hello you</p>');
});

test('a piece of a table comes as its words', () => {
  expect(cleanPasted('<table><tr><td>Mon</td><td>8 to 6</td></tr></table>')).toBe('<p>Mon</p><p>8 to 6</p>');
});
