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
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/[a-z]+/g, (word) => foreign.get(word) ?? word);

/** Words of Portuguese and Spanish that are not English, each after what it means. */
const foreign: ReadonlyMap<string, string> = new Map(
  [
    'name nome nombre',
    'last_name sobrenome apellido apellidos',
    'title titulo',
    'description descricao descripcion',
    'phone telefone telefono celular',
    'address endereco direccion',
    'street rua calle logradouro',
    'city cidade ciudad',
    'state estado',
    'country pais',
    'postcode cep',
    'date fecha',
    'birth_date nascimento nacimiento',
    'password senha contrasena',
    'age idade edad',
    'price preco precio',
    'amount valor saldo',
    'quantity quantidade cantidad',
    'category categoria',
    'type tipo',
    'user usuario',
    'customer cliente',
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
