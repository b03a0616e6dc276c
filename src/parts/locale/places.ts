/** Places, each with what an address, a map or a calendar states about it. */

/** Their names are written here, since `Intl.DisplayNames` takes longer to load than a small document to compile. */
const countries = {
  AT: ['Austria', 'AUT'],
  AU: ['Australia', 'AUS'],
  CA: ['Canada', 'CAN'],
  CH: ['Switzerland', 'CHE'],
  DE: ['Germany', 'DEU'],
  ES: ['Spain', 'ESP'],
  FR: ['France', 'FRA'],
  GB: ['United Kingdom', 'GBR'],
  IE: ['Ireland', 'IRL'],
  IT: ['Italy', 'ITA'],
  JP: ['Japan', 'JPN'],
  NL: ['Netherlands', 'NLD'],
  NO: ['Norway', 'NOR'],
  NZ: ['New Zealand', 'NZL'],
  PT: ['Portugal', 'PRT'],
  SE: ['Sweden', 'SWE'],
  US: ['United States', 'USA'],
} as const;

export interface KnownPlace {
  readonly city: string;
  readonly region: string;
  /** The last part of its code in ISO 3166-2. */
  readonly regionCode: string;
  readonly postalCode: string;
  readonly country: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  /** ISO 3166-1 alpha-3. */
  readonly countryCode3: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
}

type Row = readonly [string, string, string, string, keyof typeof countries, number, number, string];

const rows: readonly Row[] = [
  ['Amsterdam', 'North Holland', 'NH', '1012 AB', 'NL', 52.37, 4.9, 'Europe/Amsterdam'],
  ['Austin', 'Texas', 'TX', '78701', 'US', 30.27, -97.74, 'America/Chicago'],
  ['Barcelona', 'Catalonia', 'CT', '08001', 'ES', 41.39, 2.17, 'Europe/Madrid'],
  ['Bergen', 'Vestland', '46', '5003', 'NO', 60.39, 5.33, 'Europe/Oslo'],
  ['Boston', 'Massachusetts', 'MA', '02108', 'US', 42.36, -71.06, 'America/New_York'],
  ['Brisbane', 'Queensland', 'QLD', '4000', 'AU', -27.47, 153.03, 'Australia/Brisbane'],
  ['Denver', 'Colorado', 'CO', '80202', 'US', 39.74, -104.99, 'America/Denver'],
  ['Dublin', 'Leinster', 'L', 'D02 X285', 'IE', 53.35, -6.26, 'Europe/Dublin'],
  ['Edinburgh', 'Scotland', 'SCT', 'EH1 1YZ', 'GB', 55.95, -3.19, 'Europe/London'],
  ['Geneva', 'Geneva', 'GE', '1201', 'CH', 46.2, 6.14, 'Europe/Zurich'],
  ['Graz', 'Styria', '6', '8010', 'AT', 47.07, 15.44, 'Europe/Vienna'],
  ['Hamburg', 'Hamburg', 'HH', '20095', 'DE', 53.55, 9.99, 'Europe/Berlin'],
  ['Kyoto', 'Kyoto', '26', '600-8216', 'JP', 35.01, 135.77, 'Asia/Tokyo'],
  ['Leeds', 'England', 'ENG', 'LS1 4AP', 'GB', 53.8, -1.55, 'Europe/London'],
  ['Lyon', 'Auvergne-Rhone-Alpes', 'ARA', '69001', 'FR', 45.76, 4.84, 'Europe/Paris'],
  ['Milan', 'Lombardy', '25', '20121', 'IT', 45.46, 9.19, 'Europe/Rome'],
  ['Montreal', 'Quebec', 'QC', 'H2Y 1C6', 'CA', 45.5, -73.57, 'America/Toronto'],
  ['Munich', 'Bavaria', 'BY', '80331', 'DE', 48.14, 11.58, 'Europe/Berlin'],
  ['Porto', 'Porto', '13', '4000-322', 'PT', 41.15, -8.61, 'Europe/Lisbon'],
  ['Seattle', 'Washington', 'WA', '98101', 'US', 47.61, -122.33, 'America/Los_Angeles'],
  ['Stockholm', 'Stockholm', 'AB', '111 20', 'SE', 59.33, 18.07, 'Europe/Stockholm'],
  ['Toronto', 'Ontario', 'ON', 'M5V 2T6', 'CA', 43.65, -79.38, 'America/Toronto'],
  ['Vancouver', 'British Columbia', 'BC', 'V6B 1A1', 'CA', 49.28, -123.12, 'America/Vancouver'],
  ['Wellington', 'Wellington', 'WGN', '6011', 'NZ', -41.29, 174.78, 'Pacific/Auckland'],
];

export const places: readonly KnownPlace[] = rows.map(
  ([city, region, regionCode, postalCode, countryCode, latitude, longitude, timeZone]) => {
    const [country, countryCode3] = countries[countryCode];
    return { city, region, regionCode, postalCode, country, countryCode, countryCode3, latitude, longitude, timeZone };
  },
);
