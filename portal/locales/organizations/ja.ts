import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ja: Catalogue<typeof en> = {
  'organizations.sections': '組織のセクション',
  'organizations.overview': '概要',
  'organizations.members': 'メンバー',
  'organizations.teams': 'チーム',
  'organizations.namespaces': '名前空間',
  'organizations.repositories': 'リポジトリ',
  'organizations.security': 'セキュリティ',
  'organizations.policy': 'ポリシー',
  'organizations.tokens': 'トークン',
  'organizations.publishers': '公開元',
  'organizations.webhooks': 'Webhook',
  'organizations.audit': '監査',
  'organizations.access': 'アクセス権の履歴',
  'organizations.settings': '設定',
  'organizations.no_repositories': '閲覧できるリポジトリはありません。パッケージはリポジトリに公開されます。',
  'organizations.no_namespaces':
    '組織は名前空間を保有していません。取得すると、他の人はその中にパッケージを作成できません。',
  'organizations.new_text':
    'あなたが所有者になります。その後、メンバーを招待し、チームを作り、権限を与えます。',
  'organizations.slug_hint':
    'アドレスの一部で、ほかのアカウントに渡ることはありません。小文字、数字、ハイフン。',
  'organizations.directory_is_private': '名簿は非公開です。組織を管理する人だけがメンバーを閲覧できます。',
  'organizations.since': '参加日',
  'organizations.change_role': '役割を変更',
  'organizations.remove': '削除',
  'organizations.role_changed': '{name} の役割は {role} になりました。',
  'organizations.member_removed': '{name} はメンバーではなくなりました。',
  'organizations.invite_title': '人を招待',
  'organizations.invite_hint':
    '相手は /account/invitations で決めます。メールアドレスはアカウントがなくても招待できます。',
  'organizations.invite': '招待する',
  'organizations.open_invitations': '回答待ちの招待',
  'organizations.no_address': 'メールアドレスではありません',
  'organizations.invited': '{name} を招待しました。',
  'organizations.already_member': 'すでにメンバーです',
  'organizations.already_invited': '回答待ちの招待がすでにあります',
  'organizations.invitation_revoked': '招待を取り消しました。',
  'organizations.no_teams':
    'チームはありません。チームにはメンバーがいて、パッケージ、リポジトリ、名前空間に対する権限を持ちます。',
  'organizations.create_team': 'チームを作成',
  'organizations.team_name': 'チーム名',
  'organizations.team_created': 'チーム {name} を作成しました。',
  'organizations.team_deleted': 'チーム {name} を削除しました。',
  'organizations.delete_team_text': 'メンバーはチームの権限を失いますが、組織のメンバーのままです。',
  'organizations.empty_team': 'チームにメンバーはいません。組織のメンバーを追加できます。',
  'organizations.add_member': 'メンバーを追加',
  'organizations.no_member': '組織のメンバーではありません',
  'organizations.in_team': '{name} はチームに加わりました。',
  'organizations.out_of_team': '{name} はチームから外れました。',
  'organizations.rights': 'アクセス権',
  'organizations.access_to': '対象',
  'organizations.permission': '権限',
  'organizations.permission_hint': 'チームがそこに持つ権限に加わります。どの権限にも閲覧が含まれます。',
  'organizations.no_rights': 'チームはパッケージ、リポジトリ、名前空間に対する権限を持っていません。',
  'organizations.nothing_to_grant':
    'チームに権限を与えられるパッケージ、リポジトリ、名前空間が組織にありません。',
  'organizations.access_granted': 'アクセス権を与えました。',
  'organizations.access_withdrawn': 'アクセス権を取り消しました。',
  'organizations.private_directory': '非公開の名簿',
  'organizations.private_directory_hint': '組織を管理する人だけがメンバーを閲覧できるようになります。',
  'organizations.mfa_required': '多要素認証を必須にする',
  'organizations.mfa_required_hint': '第二要素のないメンバーは組織の何も変更できなくなります。',
  'organizations.minimum_age': 'リリースの最短経過時間（時間）',
  'organizations.minimum_age_hint':
    'リリースは到着からこの時間が過ぎるとほかの人に見えます。空または 0 はすぐに。',
  'organizations.transfer_text':
    '別のメンバーが所有者になります。あなたは管理者になり、返せるのは新しい所有者だけです。',
  'organizations.new_owner': '新しい所有者',
  'organizations.new_owner_hint': 'メンバーのユーザー名。',
  'organizations.transferred': '組織の所有者は {name} になりました。',
  'organizations.delete_text':
    '組織 {slug} はチームや招待とともになくなります。スラッグが再び使えることはなく、監査ログは残ります。',
  'organizations.delete_packages':
    'パッケージ：{packages}。アーカイブされ、新しいバージョンは受け付けず、閲覧でき、あなたのものになります。先に移すこともできます。',
  'organizations.delete_no_packages': 'パッケージがないため、すぐに削除されます。',
  'organizations.delete_repositories':
    'リポジトリ：{repositories}。パッケージのあるものはあなたのものになり、ほかは削除されます。',
  'organizations.delete_namespaces': '名前空間：{namespaces}。あなたのものになります。',
  'organizations.delete_under_way': '削除が始まりました。パッケージをアーカイブしています。',
  'organizations.delete_withheld':
    'プラットフォームがこの組織の何かを保留しています。先に管理者が判断します。',
  'organizations.archive_packages': 'パッケージをアーカイブする',
  'organizations.archive_needed': 'パッケージがあります。ここにチェックを入れるか、先に移管してください',
  'organizations.deleted': '組織 {name} を削除しました。',
  'organizations.deletion_begun': 'パッケージをアーカイブしています。その後、組織はなくなります。',
  'organizations.find_members': 'メンバーを探す',
  'organizations.no_such_members': 'その名前のメンバーはいません。',
  'organizations.more_targets':
    '一覧は完全ではありません。ほかのパッケージへのアクセス権はその設定で与えます。',
};
