import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A subway station: what a clinic's `near_subway` was computed from. */
@Entity('station')
@Check('station_lat_check', 'lat between -90 and 90')
@Check('station_lng_check', 'lng between -180 and 180')
export class StationEntity {
  /** The list that the station is in: an import replaces the stations of its agencies. Empty for none. */
  @PrimaryColumn('text', { default: '' }) agency: string;
  @PrimaryColumn('text') name: string;
  @Column('text') lines: string;
  @Column('double precision') lat: number;
  @Column('double precision') lng: number;
}
