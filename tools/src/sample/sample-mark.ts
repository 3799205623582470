/** Ends every invented clinic name and reviewer: what is invented must say so wherever it is shown. */
export const SAMPLE_MARK = ' (sample)';
