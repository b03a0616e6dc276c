/** People, places, companies and streets of generated data, in the locale of a faker. English places are our own, whose parts agree. */
import type { Faker } from '@faker-js/faker';

/** A dictionary of Portuguese, Spanish, French and German: words that are not English, in the singular, and usual abbreviations, each after what it means. */
export const foreignWords: ReadonlyMap<string, string> = new Map(
  [
    'name nome nombre nom libelle',
    'full completo',
    'first_name prenom vorname fname',
    'last_name sobrenome apellido nachname lname',
    'title titulo titre titel intitule',
    'description descricao descripcion beschreibung desc',
    'summary resumen resumo resume sinopse sinopsis',
    'text texto',
    'comment comentario commentaire kommentar observacao observaco observacion',
    'phone telefone telefono celular telefon tel',
    'email correo courriel',
    'photo foto',
    'image imagem imagen',
    'address endereco direccion adresse addr domicilio domicile',
    'street rua calle logradouro strasse',
    'district bairro barrio',
    'province provincia',
    'city cidade ciudad ville stadt ort',
    'origin origem origen',
    'destination destino',
    'nationality nacionalidade nacionalidad nationalite',
    'state estado',
    'country pais',
    'postcode cep plz',
    'date fecha datum',
    'time hora heure uhrzeit',
    'birth_date nascimento nacimiento naissance geburtsdatum',
    'start inicio debut',
    'end fim fin ende',
    'check_in entrada',
    'check_out saida salida',
    'duration duracao duracion duree dauer',
    'year ano anio annee jahr erscheinungsjahr',
    'password senha contrasena passwort pwd passwd',
    'age idade edad',
    'price preco precio prix preis',
    'amount valor saldo amt',
    'unit unidade unidad unite einheit unitario unitaire',
    'quantity quantidade cantidad quantite menge',
    'stock stok estoque existencia',
    'category categoria categorie kategorie',
    'type tipo',
    'code codigo kod',
    'number numero nummer num',
    'location lugar ubicacion localizacao',
    'color cor couleur farbe',
    'brand marca marque',
    'capacity capacidade capacidad',
    'user usuario',
    'contact contato contacto',
    'customer cliente kunde klient',
    'patient paciente',
    'doctor medico medecin arzt',
    'professional profissional profesional',
    'specialty especialidade especialidad',
    'employee funcionario empleado',
    'salary salario sueldo gehalt',
    'driver conductor motorista fahrer',
    'student aluno alumno estudiante',
    'teacher professor profesor',
    'product produto producto produkt produit',
    'movie pelicula filme',
    'book livro libro livre buch',
    'author autor auteur',
    'company empresa fornecedor proveedor desenvolvedora desarrolladora distribuidora',
    'game jogo juego jeu spiel',
    'course curso',
    'recipe recette receta receita rezept',
    'ingredient ingrediente zutat',
    'event evento evenement veranstaltung',
    'room sala',
    'vehicle veiculo vehiculo vehicule fahrzeug',
    'model modelo',
    'weight peso',
    'size tamanho tamano groesse',
    'license licenca licencia',
    'confidence confianca confianza',
    'genre genero',
    'discount desconto descuento',
    'reason motivo',
    'subject assunto asunto',
    'language idioma',
    'currency moneda moeda',
    'message mensagem mensaje msg',
    'task tarefa tarea',
    'department dept departement abteilung',
  ].flatMap((line) => {
    const [meaning = '', ...words] = line.split(' ');
    return words.map((word) => [word, meaning.replace('_', ' ')] as const);
  }),
);

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

export interface Person {
  readonly sex: 'female' | 'male';
  readonly first: string;
  readonly last: string;
  readonly isLastFirst?: boolean;
  /** What takes the place of names in other alphabets in a login. */
  readonly latin?: string;
}

const codeOf = ({ rawDefinitions }: Faker): string => rawDefinitions.metadata?.code ?? 'en';

/** Whether a faker has other names and places than our own. */
export const isForeign = (faker: Faker): boolean => codeOf(faker) !== 'en';

const surnameFirst = /^(hu|ja|ko|vi|zh)(_|$)/;

export const newPerson = (faker: Faker): Person => {
  const sex = faker.datatype.boolean() ? 'female' : 'male';
  const first = faker.person.firstName(sex);
  // One of the English names has a letter too many.
  if (!isForeign(faker)) return { sex, first, last: faker.person.lastName().replace('Hilll', 'Hill') };
  const last = faker.person.lastName(sex);
  const isLatin = [first, last].every((name) => lettersOf(name).length >= name.replace(/\P{Letter}/gu, '').length);
  return {
    ...{ sex, first, last },
    ...(surnameFirst.test(codeOf(faker)) && { isLastFirst: true }),
    ...(!isLatin && { latin: faker.internet.username({ firstName: first, lastName: last }).toLowerCase() }),
  };
};

export const fullNameOf = ({ first, last, isLastFirst }: Person): string =>
  isLastFirst === true ? `${last} ${first}` : `${first} ${last}`;

/** `ada.miller`. */
export const loginOf = ({ first, last, latin }: Person): string => latin ?? [first, last].map(lettersOf).join('.');

/** The letters of a name without their accents, as far as they are Latin. */
const lettersOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[æðøıłœßþđ]/g, (letter) => base[letter] ?? '')
    .replace(/[^a-z]/g, '');

/** Letters that are no letter with an accent. */
const base: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ð: 'd', ø: 'o', ı: 'i', ł: 'l', œ: 'oe', ß: 'ss', þ: 'th', đ: 'd' },
};

/** `random`: in [0, 1), for English places. */
export const placeFor = (faker: Faker | undefined, random: () => number): KnownPlace =>
  faker !== undefined && isForeign(faker)
    ? foreignPlace(faker)
    : (places[Math.floor(random() * places.length)] as KnownPlace);

/** Replaces what a locale has no words for: Hong Kong has no postal codes. */
const orElse = (draw: () => string, otherwise: string): string => {
  try {
    return draw();
  } catch {
    return otherwise;
  }
};

/** Reads the time zones of a locale: by a method, which was a property once. TypeScript knows neither. */
const timeZonesOf = (locale: Intl.Locale & { readonly getTimeZones?: () => string[]; readonly timeZones?: string[] }) =>
  locale.getTimeZones?.() ?? locale.timeZones;

/** Esperanto is spoken in the world, which is no country. */
const regionOf = (locale: Intl.Locale): string | undefined => /^[A-Z]{2}$/.exec(locale.maximize().region ?? '')?.[0];

/** A place in the country of a locale: `pt_BR` is Brazil, `fr` is France. */
const foreignPlace = (faker: Faker): KnownPlace => {
  const { location } = faker;
  const { language, country } = faker.rawDefinitions.metadata ?? {};
  const own = new Intl.Locale(language ?? 'en');
  const countryCode = country ?? regionOf(own) ?? 'US';
  const locale = new Intl.Locale(own, { region: countryCode });
  const city = location.city();
  const region = orElse(() => location.state(), city);
  const code = faker.rawDefinitions.location?.country_code?.find(({ alpha2 }) => alpha2 === countryCode);
  return {
    ...{ city, region },
    regionCode: orElse(() => location.state({ abbreviated: true }), region),
    postalCode: orElse(() => location.zipCode(), ''),
    country: new Intl.DisplayNames([own.baseName], { type: 'region' }).of(countryCode) ?? countryCode,
    countryCode,
    countryCode3: code?.alpha3 ?? countryCode,
    latitude: location.latitude(),
    longitude: location.longitude(),
    timeZone: timeZonesOf(locale)?.[0] ?? location.timeZone(),
  };
};
