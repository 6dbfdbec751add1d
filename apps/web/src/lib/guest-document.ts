const guestPath = /^\/guest(?:\/|$)/;

export const isGuestPath = (path: string): boolean => guestPath.test(path);

/**
 * Whether the server answered with this document under the path of guests. Then every call asks as the guest, whoever is signed
 * in beside; a way out loads a new document. Tests read this without a browser.
 */
export const isGuestDocument = 'window' in globalThis && isGuestPath(window.location.pathname);
