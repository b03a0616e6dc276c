/** The name of a value, the best hint for realistic text. */
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
  const words = wordsOf(name);
  return { name, owner, words, ownerWords: wordsOf(owner), isId: /\b(id|ids|uuid|guid|sid)$/.test(words) };
};

const wordsOf = (name: string): string =>
  withoutAccents(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/[a-z]+/g, (word) => foreign.get(word) ?? foreign.get(word.replace(/e?s$/, '')) ?? word);

const withoutAccents = (name: string): string => name.normalize('NFD').replace(/\p{Mark}/gu, '');

/** Words of Portuguese, Spanish, French and German that are not English, in the singular, each after what it means. */
const foreign: ReadonlyMap<string, string> = new Map(
  [
    'name nome nombre nom',
    'full completo',
    'first_name prenom vorname',
    'last_name sobrenome apellido nachname',
    'title titulo titre titel',
    'description descricao descripcion beschreibung',
    'text texto',
    'phone telefone telefono celular',
    'email correo courriel',
    'photo foto',
    'image imagem imagen',
    'address endereco direccion adresse',
    'street rua calle logradouro strasse',
    'district bairro barrio',
    'city cidade ciudad ville stadt',
    'state estado',
    'country pais',
    'postcode cep plz',
    'date fecha datum',
    'birth_date nascimento nacimiento',
    'password senha contrasena',
    'age idade edad',
    'price preco precio prix preis',
    'amount valor saldo',
    'quantity quantidade cantidad quantite menge',
    'category categoria',
    'type tipo',
    'user usuario',
    'contact contato contacto',
    'customer cliente kunde',
    'employee funcionario empleado',
    'student aluno alumno estudiante',
    'teacher professor profesor',
    'product produto producto',
    'book livro libro',
    'author autor',
    'company empresa fornecedor',
    'message mensagem mensaje',
    'task tarefa tarea',
  ].flatMap((line) => {
    const [meaning = '', ...words] = line.split(' ');
    return words.map((word) => [word, meaning.replace('_', ' ')] as const);
  }),
);
