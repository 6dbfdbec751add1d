import { chartSize, contactsChart, revenueChart } from '@waggle/email/report/charts';
import type { Report } from '@waggle/email/report/report';

/** Pixels of the picture for each of the email: sharp on the screens people have. */
const scale = 2;

/** The charts as PNG, drawn by this server: an email shows no SVG. */
export async function drawPictures(report: Report): Promise<{ cid: string; filename: string; content: Buffer }[]> {
  const charts = [
    { name: 'contacts', svg: contactsChart(report) },
    ...(report.revenueByWeek ? [{ name: 'revenue', svg: revenueChart(report.revenueByWeek) }] : []),
  ];
  return Promise.all(
    charts.map(async ({ name, svg }) => ({ cid: `${name}@report`, filename: `${name}.png`, content: await png(svg) })),
  );
}

async function png(svg: string): Promise<Buffer> {
  // Loaded with the first report: a process that draws none does without 20 MB.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg), { density: 72 * scale })
    .resize(chartSize.width * scale, chartSize.height * scale)
    .png()
    .toBuffer();
}
