import { type HoldReason, holdSentences } from '@waggle/contracts/campaign-holds';
import type { Locale } from '@waggle/contracts/fields';

/** Why a campaign waits, in the words its screen has; the server writes them into an email. */
const translated: Record<Exclude<Locale, 'en'>, Record<HoldReason, string>> = {
  es: {
    complaints:
      'Hubo quejas de destinatarios por esta campaña. Confirme que ha visto las quejas e indique un motivo para reanudarla.',
    bounces:
      'Rebotaron demasiados correos de esta campaña. Confirme que ha visto los rebotes e indique un motivo para reanudarla.',
    'sender-untrusted':
      'Los servidores de destino no confían en el dominio de envío. Revise sus registros DNS en Ajustes y reanude la campaña.',
    'sender-refused':
      'El servidor de correo no acepta el remitente de esta campaña. Autorice la dirección en ese servidor y reanude la campaña.',
    'connection-refused':
      'El servidor de correo rechazó la conexión. Revise el usuario y la contraseña en Ajustes y reanude la campaña.',
    'connection-blocked':
      'El servidor de correo está en una red privada, lo que esta instalación no permite. Elija un servidor público y reanude la campaña.',
    'certificate-expired':
      'El certificado del servidor de correo ha caducado o todavía no es válido, por lo que no se envió nada. Pida que lo renueven y reanude la campaña.',
    'certificate-name':
      'El certificado del servidor de correo corresponde a otro nombre, por lo que no se envió nada. Revise el servidor en Ajustes y reanude la campaña.',
    'certificate-untrusted':
      'El certificado del servidor de correo no procede de una autoridad de confianza, por lo que no se envió nada. Pida que lo sustituyan y reanude la campaña.',
    'encryption-missing':
      'El servidor de correo no cifra la conexión, por lo que no se envió nada. Revise el puerto y el cifrado en Ajustes y reanude la campaña.',
    'missed-schedule':
      'La hora programada pasó hace más de una hora porque el servidor no estaba en marcha. Reanude la campaña para enviarla ahora.',
    'recipients-gone':
      'Se eliminó una etiqueta o un segmento de esta campaña, o algo que un segmento pide, antes de que empezara el envío. Cancele la campaña y envíe una copia a otros destinatarios.',
    restored:
      'Esta campaña debía enviarse mientras se restauraba el servidor desde una copia de seguridad, y quizá ya se envió. Consulte con su equipo y reanúdela.',
    not_set_up:
      'Falta un remitente verificado, una conexión o la dirección postal. Complete los datos en Ajustes y reanude la campaña.',
    not_found: 'Se eliminó el remitente o la conexión de esta campaña. Cancele la campaña y envíe una copia con otro.',
    invalid_input:
      'El contenido o los destinatarios de esta campaña tienen errores. Cancele la campaña y envíe una copia corregida.',
    too_complex:
      'El contenido de esta campaña tardó demasiado en prepararse. Cancele la campaña y envíe una copia más sencilla.',
    secret_unreadable:
      'No se puede leer una contraseña o una clave de firma guardada. Introduzca de nuevo la contraseña o cree nuevas claves de firma en Ajustes y reanude la campaña.',
    address_unconfirmed:
      'La dirección de correo de esta cuenta no está confirmada. Abra el enlace del correo que le enviamos y reanude la campaña.',
    client_archived: 'El cliente de esta campaña se archivó. Recupere el cliente en Ajustes y reanude la campaña.',
    plan_limit: 'Su plan no incluye más automatizaciones activas. Termine una o cambie de plan y reanude la campaña.',
    other: 'Falta algo que esta campaña necesita. Revise el remitente, la conexión y los destinatarios, y reanúdela.',
  },
  fr: {
    complaints:
      'Des destinataires ont signalé cette campagne. Confirmez avoir vu les plaintes et indiquez un motif pour la reprendre.',
    bounces:
      'Trop d’e-mails de cette campagne ont généré un rebond. Confirmez avoir vu les rebonds et indiquez un motif pour la reprendre.',
    'sender-untrusted':
      'Les serveurs destinataires ne font pas confiance au domaine d’envoi. Vérifiez ses enregistrements DNS dans Paramètres, puis reprenez la campagne.',
    'sender-refused':
      'Le serveur de messagerie n’accepte pas l’expéditeur de cette campagne. Autorisez l’adresse sur ce serveur, puis reprenez la campagne.',
    'connection-refused':
      'Le serveur de messagerie a refusé la connexion. Vérifiez le nom d’utilisateur et le mot de passe dans Paramètres, puis reprenez la campagne.',
    'connection-blocked':
      'Le serveur de messagerie se trouve sur un réseau privé, ce que cette installation n’autorise pas. Choisissez un serveur public, puis reprenez la campagne.',
    'certificate-expired':
      'Le certificat du serveur de messagerie a expiré ou n’est pas encore valable ; rien n’a été envoyé. Faites-le renouveler, puis reprenez la campagne.',
    'certificate-name':
      'Le certificat du serveur de messagerie est établi pour un autre nom ; rien n’a été envoyé. Vérifiez l’hôte dans Paramètres, puis reprenez la campagne.',
    'certificate-untrusted':
      'Le certificat du serveur de messagerie ne vient pas d’une autorité reconnue ; rien n’a été envoyé. Faites-le remplacer, puis reprenez la campagne.',
    'encryption-missing':
      'Le serveur de messagerie ne chiffre pas la connexion ; rien n’a été envoyé. Vérifiez le port et le chiffrement dans Paramètres, puis reprenez la campagne.',
    'missed-schedule':
      'L’heure prévue est dépassée de plus d’une heure, car le serveur était à l’arrêt. Reprenez la campagne pour l’envoyer maintenant.',
    'recipients-gone':
      'Une étiquette ou un segment de cette campagne, ou ce qu’un segment demande, a été supprimé avant le début de l’envoi. Annulez la campagne et envoyez une copie à d’autres destinataires.',
    restored:
      'Cette campagne devait partir pendant la restauration du serveur à partir d’une sauvegarde et a peut-être déjà été envoyée. Vérifiez avec votre équipe, puis reprenez-la.',
    not_set_up:
      'Il manque un expéditeur vérifié, une connexion ou l’adresse postale. Terminez la configuration dans Paramètres, puis reprenez la campagne.',
    not_found:
      'L’expéditeur ou la connexion de cette campagne a été supprimé. Annulez la campagne et envoyez une copie avec un autre.',
    invalid_input:
      'Le contenu ou les destinataires de cette campagne comportent des erreurs. Annulez la campagne et envoyez une copie corrigée.',
    too_complex:
      'Le contenu de cette campagne a été trop long à préparer. Annulez la campagne et envoyez une copie plus simple.',
    secret_unreadable:
      'Un mot de passe ou une clé de signature enregistrés sont illisibles. Saisissez à nouveau le mot de passe ou créez de nouvelles clés dans Paramètres, puis reprenez la campagne.',
    address_unconfirmed:
      'L’adresse e-mail de ce compte n’est pas confirmée. Ouvrez le lien de l’e-mail que nous vous avons envoyé, puis reprenez la campagne.',
    client_archived:
      'Le client de cette campagne a été archivé. Rétablissez le client dans les Paramètres, puis reprenez la campagne.',
    plan_limit:
      'Votre forfait ne comprend plus d’automatisation active. Terminez-en une ou changez de forfait, puis reprenez la campagne.',
    other:
      'Il manque un élément nécessaire à cette campagne. Vérifiez l’expéditeur, la connexion et les destinataires, puis reprenez-la.',
  },
};

const reasons = new Map(
  Object.entries(holdSentences).map(([reason, sentence]) => [sentence as string, reason as HoldReason]),
);

/** One of those sentences in a language; undefined for whatever is none of them. */
export function holdWords(locale: Locale, sentence: string | undefined): string | undefined {
  const reason = sentence === undefined ? undefined : reasons.get(sentence);
  if (reason === undefined) return undefined;
  return locale === 'en' ? holdSentences[reason] : translated[locale][reason];
}
