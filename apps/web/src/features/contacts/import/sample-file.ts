export const sampleName = 'contact_import_sample.csv';

const rows = [
  'email,first name,last name,phone',
  'ann.keller@example.com,Ann,Keller,+1 503 555 0107',
  'milo.brandt@example.com,Milo,Brandt,+1 503 555 0126',
  'lucy.abernathy@example.com,Lucy,Abernathy,',
];

/** Made in the browser, so the sample needs no call and no file on the server. */
export function downloadSample(): void {
  const address = URL.createObjectURL(new Blob([`${rows.join('\r\n')}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = sampleName;
  link.click();
  // Revoked at once, some browsers would find nothing to save.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
