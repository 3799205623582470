/** The release of this software, as its package names it; a test holds the two equal. */
export const RELEASE = '1.0.0';
