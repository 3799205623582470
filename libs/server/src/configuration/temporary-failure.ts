/** The exit code of a service whose start may succeed when it is repeated: EX_TEMPFAIL of sysexits.h. */
export const TEMPORARY_FAILURE = 75;
