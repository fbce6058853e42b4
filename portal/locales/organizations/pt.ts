import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const pt: Catalogue<typeof en> = {
  'organizations.sections': 'Secções da organização',
  'organizations.overview': 'Visão geral',
  'organizations.members': 'Membros',
  'organizations.teams': 'Equipas',
  'organizations.namespaces': 'Espaços de nomes',
  'organizations.repositories': 'Repositórios',
  'organizations.security': 'Segurança',
  'organizations.policy': 'Política',
  'organizations.tokens': 'Tokens',
  'organizations.publishers': 'Publicadores',
  'organizations.webhooks': 'Webhooks',
  'organizations.audit': 'Auditoria',
  'organizations.access': 'Histórico de acessos',
  'organizations.settings': 'Definições',
  'organizations.no_repositories':
    'Não há repositórios que possa ver. Os pacotes são publicados num repositório.',
  'organizations.no_namespaces':
    'A organização não detém espaços de nomes. Uma reivindicação impede que outros criem pacotes nele.',
  'organizations.new_text': 'Fica a pertencer-lhe. Depois convida membros, forma equipas e dá-lhes direitos.',
  'organizations.slug_hint':
    'Parte do endereço, e nunca é dado a outra conta. Letras minúsculas, algarismos e hífenes.',
  'organizations.directory_is_private': 'O diretório é privado: só quem gere a organização vê os membros.',
  'organizations.since': 'Membro desde',
  'organizations.change_role': 'Mudar função',
  'organizations.remove': 'Remover',
  'organizations.role_changed': '{name} tem agora a função {role}.',
  'organizations.member_removed': '{name} já não é membro.',
  'organizations.invite_title': 'Convidar uma pessoa',
  'organizations.invite_hint':
    'A pessoa decide em /account/invitations. Um endereço é convidado, tenha conta ou não.',
  'organizations.invite': 'Convidar',
  'organizations.open_invitations': 'Convites abertos',
  'organizations.no_address': 'não é um endereço de e-mail',
  'organizations.invited': '{name} foi convidado.',
  'organizations.already_member': 'já é membro',
  'organizations.already_invited': 'já tem um convite aberto',
  'organizations.invitation_revoked': 'O convite foi revogado.',
  'organizations.no_teams':
    'Não há equipas. Uma equipa tem membros e direitos sobre pacotes, repositórios e espaços de nomes.',
  'organizations.create_team': 'Criar equipa',
  'organizations.team_name': 'Nome da equipa',
  'organizations.team_created': 'A equipa {name} foi criada.',
  'organizations.team_deleted': 'A equipa {name} foi eliminada.',
  'organizations.delete_team_text':
    'Os membros perdem os direitos da equipa. Continuam membros da organização.',
  'organizations.empty_team': 'A equipa não tem membros. Podem adicionar-se membros da organização.',
  'organizations.add_member': 'Adicionar membro',
  'organizations.no_member': 'não é membro da organização',
  'organizations.in_team': '{name} está na equipa.',
  'organizations.out_of_team': '{name} já não está na equipa.',
  'organizations.rights': 'Acesso',
  'organizations.access_to': 'Acesso a',
  'organizations.permission': 'Direito',
  'organizations.permission_hint': 'Junta-se ao que a equipa já tem aí. Cada direito inclui a leitura.',
  'organizations.no_rights': 'A equipa não tem direitos sobre pacotes, repositórios ou espaços de nomes.',
  'organizations.nothing_to_grant':
    'A organização não tem pacotes, repositórios ou espaços de nomes sobre os quais uma equipa possa ter direitos.',
  'organizations.access_granted': 'O acesso foi concedido.',
  'organizations.access_withdrawn': 'O acesso foi retirado.',
  'organizations.private_directory': 'Diretório privado',
  'organizations.private_directory_hint': 'Então só quem gere a organização vê os membros.',
  'organizations.mfa_required': 'MFA obrigatória',
  'organizations.mfa_required_hint': 'Os membros sem segundo fator não mudam então nada da organização.',
  'organizations.minimum_age': 'Idade mínima das versões em horas',
  'organizations.minimum_age_hint':
    'Os outros veem uma versão esse tempo depois da chegada. Vazio ou 0: logo.',
  'organizations.transfer_text':
    'Torna outro membro o proprietário. Fica como administrador, e só o novo proprietário a pode devolver.',
  'organizations.new_owner': 'Novo proprietário',
  'organizations.new_owner_hint': 'O nome de utilizador de um membro.',
  'organizations.transferred': 'A organização pertence agora a {name}.',
  'organizations.delete_text':
    'A organização {slug} termina, com as suas equipas e convites. O identificador nunca volta a ficar livre; a auditoria fica.',
  'organizations.delete_packages':
    'Pacotes: {packages}. São arquivados: não recebem versões novas, continuam legíveis e ficam seus. Ou transfira-os primeiro.',
  'organizations.delete_no_packages': 'Não tem pacotes: é eliminada logo.',
  'organizations.delete_repositories':
    'Repositórios: {repositories}. Os que têm pacotes ficam seus, os outros são eliminados.',
  'organizations.delete_namespaces': 'Espaços de nomes: {namespaces}. Ficam seus.',
  'organizations.delete_under_way': 'A eliminação começou: os pacotes estão a ser arquivados.',
  'organizations.delete_withheld':
    'A plataforma retém algo desta organização. Os administradores decidem primeiro sobre isso.',
  'organizations.archive_packages': 'Arquivar os seus pacotes',
  'organizations.archive_needed': 'tem pacotes: marque esta caixa ou transfira-os primeiro',
  'organizations.deleted': 'A organização {name} foi eliminada.',
  'organizations.deletion_begun': 'Os pacotes estão a ser arquivados; depois a organização deixa de existir.',
  'organizations.find_members': 'Procurar membros',
  'organizations.no_such_members': 'Não há membros com esse nome.',
  'organizations.more_targets':
    'A lista não está completa. O acesso a outros pacotes concede-se nas suas definições.',
};
