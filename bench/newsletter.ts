/** About 10 KB with three fields, a condition and five links. */
export const newsletter = { html: page(), text: '' };

function page(): string {
  const paragraph = (at: number) =>
    `<tr><td style="padding:16px 24px;font:16px/24px Helvetica,Arial,sans-serif;color:#333333"><h2 style="margin:0 0 8px;font-size:20px">Story ${at}</h2>` +
    `<p style="margin:0 0 16px">${'Bees tell each other the way to good flowers by dancing, and the hive knows at once. '.repeat(13)}</p>` +
    `<p><a href="https://www.example.com/stories/${at}?utm_source=mail&amp;utm_campaign=spring" style="color:#b45309">Read on</a></p></td></tr>`;
  return (
    '<html><head><title>News</title></head><body style="background:#f8f7f4"><table width="600" align="center">' +
    '<tr><td><h1>Hello {{ first_name | default: "there" }}</h1><p>This went to {{ email }}.{% if last_name == "Reader" %} Thank you for reading.{% endif %}</p></td></tr>' +
    `${[1, 2, 3, 4, 5].map(paragraph).join('\n')}</table></body></html>`
  );
}
