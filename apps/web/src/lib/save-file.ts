/** Hands a file made in the browser to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoked at once, some browsers would find nothing to save.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
