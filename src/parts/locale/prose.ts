/** Sentences, remarks and titles in other languages than English. Adjectives and nouns fit: all are masculine, or of common gender. */
import type { Faker } from '@faker-js/faker';

export interface Prose {
  readonly sentences: readonly string[];
  /** Texts of comments and replies. */
  readonly remarks: readonly string[];
  /** The parts of a title, in their order. */
  readonly titles: readonly [readonly string[], readonly string[]];
}

/** The texts by language, with `|` between them. */
const languages: Readonly<Record<string, Readonly<Record<'sentences' | 'remarks' | 'first' | 'second', string>>>> = {
  de: {
    sentences:
      'Gültig bis zum Ende des Monats.|Mit dem Vertrieb abgestimmt.|Seit dem Frühjahr unverändert.|' +
      'Ersetzt die frühere Fassung.|Auf Wunsch der Leitung ergänzt.|Bei Fragen hilft das Büro gern weiter.',
    remarks:
      'Sieht gut aus, nur den Titel würde ich ändern.|Können wir am Montag darüber sprechen?|' +
      'Bei mir funktioniert es jetzt.|Wir hatten im März dasselbe Problem.',
    first: 'Erster|Gemeinsamer|Großer|Kleiner|Kurzer|Letzter|Neuer|Zweiter',
    second: 'Auftrag|Bericht|Entwurf|Kalender|Katalog|Leitfaden|Vertrag|Zeitplan',
  },
  es: {
    sentences:
      'Válido hasta fin de mes.|Acordado con el equipo de ventas.|Sin cambios desde la primavera.|' +
      'Sustituye a la versión anterior.|Añadido a petición de la dirección.|Para cualquier duda, consulte a la oficina.',
    remarks:
      'Está bien, solo cambiaría el título.|¿Podemos hablarlo el lunes?|' +
      'Ahora me funciona.|Tuvimos el mismo problema en marzo.',
    first: 'Calendario|Catálogo|Contrato|Informe|Pedido|Plan|Presupuesto|Proyecto',
    second: 'anual|común|completo|final|interno|nuevo|pequeño|regional',
  },
  fr: {
    sentences:
      "Valable jusqu'à la fin du mois.|Convenu avec l'équipe commerciale.|Inchangé depuis le printemps.|" +
      'Remplace la version précédente.|Ajouté à la demande de la direction.|Pour toute question, contactez le bureau.',
    remarks:
      "C'est bien, je changerais seulement le titre.|Pouvons-nous en parler lundi ?|" +
      'Cela fonctionne maintenant.|Nous avons eu le même problème en mars.',
    first: 'Budget|Calendrier|Catalogue|Contrat|Guide|Plan|Projet|Rapport',
    second: 'annuel|commun|complet|court|final|interne|provisoire|régional',
  },
  it: {
    sentences:
      "Valido fino alla fine del mese.|Concordato con l'ufficio vendite.|Invariato dalla primavera.|" +
      'Sostituisce la versione precedente.|Aggiunto su richiesta della direzione.|Per domande, rivolgersi in ufficio.',
    remarks:
      'Va bene, cambierei solo il titolo.|Possiamo parlarne lunedì?|' +
      'Adesso mi funziona.|A marzo abbiamo avuto lo stesso problema.',
    first: 'Bilancio|Calendario|Catalogo|Contratto|Ordine|Piano|Progetto|Rapporto',
    second: 'annuale|breve|completo|comune|finale|interno|nuovo|regionale',
  },
  nl: {
    sentences:
      'Geldig tot het einde van de maand.|Afgestemd met de afdeling verkoop.|Ongewijzigd sinds het voorjaar.|' +
      'Vervangt de vorige versie.|Toegevoegd op verzoek van de directie.|Bij vragen helpt het kantoor graag.',
    remarks:
      'Ziet er goed uit, alleen de titel zou ik veranderen.|Kunnen we het er maandag over hebben?|' +
      'Bij mij werkt het nu.|Wij hadden in maart hetzelfde probleem.',
    first: 'Eerste|Grote|Interne|Kleine|Korte|Laatste|Nieuwe|Tweede',
    second: 'agenda|begroting|bestelling|catalogus|handleiding|planning|presentatie|vergadering',
  },
  pt: {
    sentences:
      'Válido até o fim do mês.|Acertado com a equipe de vendas.|Sem alterações desde março.|' +
      'Substitui a versão anterior.|Incluído a pedido da direção.|Em caso de dúvida, fale com o escritório.',
    remarks:
      'Está bom, eu só mudaria o título.|Podemos falar sobre isso na segunda-feira?|' +
      'Agora funciona para mim.|Tivemos o mesmo problema em março.',
    first: 'Calendário|Catálogo|Contrato|Orçamento|Pedido|Plano|Projeto|Relatório',
    second: 'anual|breve|completo|comum|final|interno|novo|regional',
  },
};

const isForeignScript = (word: string) => !/\p{Script=Latin}/u.test(word);

/** The prose of a locale: ours, or the words that Faker has in another script. Undefined: that of English is taken. */
export const proseOf = ({ rawDefinitions }: Faker): Prose | undefined => {
  const { metadata, lorem } = rawDefinitions;
  const own = languages[metadata?.language ?? ''];
  if (own !== undefined)
    return {
      ...{ sentences: own.sentences.split('|'), remarks: own.remarks.split('|') },
      titles: [own.first.split('|'), own.second.split('|')],
    };
  const words = (lorem?.word ?? []).filter(isForeignScript);
  if (words.length < 20) return undefined;
  const sentenceOf = (from: number) => `${words.slice(from, from + 6).join(' ')}.`;
  const sentences = [0, 3, 6, 9, 12].map(sentenceOf);
  return { sentences, remarks: sentences, titles: [words.slice(0, 8), words.slice(8, 16)] };
};
