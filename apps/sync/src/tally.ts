/** A row that was well-formed but could not be used. */
export interface Rejection {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** So many rejections are kept word for word; beyond that they are counted only. */
const KEPT_REJECTIONS = 100;

/** What became of the rows of a file that were not handed to the database. */
export class Tally {
  rows = 0;
  rejected = 0;
  readonly rejections: Rejection[] = [];
  readonly leftOut = new Map<string, number>();

  /** Counts a row that the source rightly holds and the directory does not want. */
  leaveOut(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1);
  }

  /** Counts a row that cannot be used. */
  reject(line: number, reason: string): void {
    this.rejected++;
    if (this.rejections.length < KEPT_REJECTIONS) this.rejections.push({ line, reason });
  }
}
