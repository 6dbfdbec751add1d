/** Hands a file made in the browser to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  saveAddress(address, name);
  // Revoked at once, some browsers would find nothing to save.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The same for what a server answers; without a name it is the one that the server gives. */
export function saveAddress(address: string, name = ''): void {
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  // Some browsers follow only links of the page.
  document.body.append(link);
  link.click();
  link.remove();
}
