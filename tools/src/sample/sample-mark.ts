/** The suffix of every invented clinic and reviewer, which marks them as invented wherever they are shown. */
export const SAMPLE_MARK = ' (sample)';
