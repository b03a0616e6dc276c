/** The name of a value, the best hint for realistic text. */
import { wordsOf } from '../../core/primitives/words.ts';

export interface NameHint {
  /** The name of the property; empty at the root. */
  readonly name: string;
  /** The name of the object with the property. */
  readonly owner: string;
  /** The name's words in lower case, joined by spaces: `created at` for `createdAt` and `created_at`. */
  readonly words: string;
  readonly ownerWords: string;
  /** Whether it is an identifier, which is never null and never repeated. */
  readonly isId: boolean;
}

export const hintFor = (name: string, owner: string): NameHint => {
  const words = englishOf(name);
  return { name, owner, words, ownerWords: englishOf(owner), isId: /\b(id|ids|uuid|guid|sid)$/.test(words) };
};

/** The words of a name in lower case and, as far as they are known, in English, joined by spaces: `first name` for `Vorname`. */
export const englishOf = (name: string): string => {
  // `VATNumber`.
  const all = wordsOf(inAscii(name).replace(/([A-Z]{2,})([A-Z][a-z]{2,})/g, '$1 $2'));
  const words = all.join(' ');
  const [first = '', ...rest] = all;
  // `nombre_cliente` and `nome do cliente`: the name of the customer.
  const head = rest.length > 0 && !shortened.test(first) ? foreign.get(first) : undefined;
  const inOrder =
    head !== undefined && heads.test(head) ? [...rest.filter((word) => !between.test(word)), first].join(' ') : words;
  return inOrder.replace(/[a-z]+/g, (word) => foreign.get(word) ?? foreign.get(word.replace(/e?s$/, '')) ?? word);
};

/** Nouns that come before what they are about, in Romance languages. */
const heads =
  /^(name|title|description|phone|email|photo|image|address|date|time|price|amount|quantity|code|number|type|color|brand)$/;
/** English, in the order of English: `num_replies`. */
const shortened = /^(num|desc|addr|tel|amt)$/;
const between = /^(d[aeou]s?|del|des|la|el|los|las)$/;

/** The name without accents, and without letters of other alphabets. */
const inAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^ -~]+/g, ' ');

/** Words of Portuguese, Spanish, French, German, Polish and Indonesian that are not English, in the singular, and usual abbreviations, each after what it means. */
const foreign: ReadonlyMap<string, string> = new Map(
  [
    'name nome nombre nom nama nazwa libelle',
    'full completo',
    'first_name prenom vorname imie fname',
    'last_name sobrenome apellido nachname nazwisko lname',
    'title titulo titre titel tytul judul intitule',
    'description descricao descripcion beschreibung opis deskripsi keterangan desc',
    'summary resumen resumo resume sinopse sinopsis',
    'text texto',
    'comment comentario commentaire kommentar observacao observaco observacion',
    'phone telefone telefono celular telefon telepon tel',
    'email correo courriel',
    'photo foto',
    'image imagem imagen',
    'address endereco direccion adresse alamat addr domicilio domicile',
    'street rua calle logradouro strasse ulica',
    'district bairro barrio',
    'province provincia',
    'city cidade ciudad ville stadt ort miasto kota',
    'origin origem origen',
    'destination destino',
    'nationality nacionalidade nacionalidad nationalite',
    'state estado',
    'country pais kraj',
    'postcode cep plz pocztowy',
    'date fecha datum tanggal',
    'time hora heure uhrzeit godzina',
    'birth_date nascimento nacimiento naissance geburtsdatum urodzenia lahir',
    'start inicio debut',
    'end fim fin ende koniec',
    'duration duracao duracion duree dauer',
    'year ano anio annee jahr erscheinungsjahr',
    'password senha contrasena passwort pwd passwd',
    'age idade edad',
    'price preco precio prix preis cena harga',
    'amount valor saldo amt',
    'unit unidade unidad unite einheit unitario unitaire',
    'quantity quantidade cantidad quantite menge ilosc jumlah',
    'stock stok estoque existencia',
    'category categoria categorie kategorie kategoria kategori',
    'type tipo',
    'code codigo kod kode',
    'number numero nummer num',
    'location lugar ubicacion localizacao',
    'color cor couleur farbe kolor warna',
    'brand marca marque',
    'capacity capacidade capacidad',
    'user usuario',
    'contact contato contacto',
    'customer cliente kunde klient',
    'patient paciente',
    'doctor medico medecin arzt lekarz',
    'professional profissional profesional',
    'specialty especialidade especialidad',
    'employee funcionario empleado',
    'salary salario sueldo gehalt',
    'driver conductor motorista fahrer kierowca',
    'student aluno alumno estudiante',
    'teacher professor profesor',
    'product produto producto produkt produit barang',
    'movie pelicula filme',
    'book livro libro livre buch',
    'author autor auteur',
    'company empresa fornecedor proveedor desenvolvedora desarrolladora distribuidora',
    'game jogo juego jeu spiel',
    'course curso',
    'recipe recette receta receita rezept przepis resep',
    'ingredient ingrediente zutat skladnik bahan',
    'event evento evenement veranstaltung wydarzenie acara',
    'room sala',
    'vehicle veiculo vehiculo vehicule fahrzeug pojazd',
    'model modelo',
    'weight peso',
    'size tamanho tamano groesse rozmiar ukuran',
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
    'department dept departement departemen abteilung',
  ].flatMap((line) => {
    const [meaning = '', ...words] = line.split(' ');
    return words.map((word) => [word, meaning.replace('_', ' ')] as const);
  }),
);
