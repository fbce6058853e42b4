-- Where earlier versions kept what vouches for a file: beside signatures and bundles, beside files with attestations, as a file
-- of its own, and in the metadata of the release. Scripts were counted of npm packages alone.
insert into file_standings (release_id, filename, vouchers, install_scripts)
select artifacts.release_id, artifacts.filename, known.vouchers, known.install_scripts
from artifacts
join releases on releases.id = artifacts.release_id
join packages on packages.id = releases.package_id
left join release_metadata on release_metadata.release_id = artifacts.release_id and artifacts.kind = 'gem'
left join release_bundles on release_bundles.release_id = artifacts.release_id and artifacts.kind = 'tgz'
cross join lateral (
  select array_remove(array[
      case when artifacts.kind = 'signature' and artifacts.metadata #>> '{proof,status}' = 'verified'
        or (release_metadata.publication #>> '{metadata,isSigned}')::boolean then 'signature' end,
      case when artifacts.kind = 'attestation' and artifacts.metadata #>> '{proof,status}' = 'verified'
          and artifacts.metadata #>> '{proof,build}' is not null
        or packages.ecosystem = 'pypi' and (artifacts.metadata ->> 'hasProvenance')::boolean
        or packages.ecosystem in ('npm', 'rubygems') and artifacts.extracted_from is null and exists (
          select from artifacts as others
          where others.release_id = artifacts.release_id and others.filename = 'attestations.json'
            and others.extracted_from is not null)
        then 'attestation' end], null) as vouchers,
    coalesce((release_bundles.facts ->> 'installScripts')::integer, 0) as install_scripts) as known
where known.vouchers <> '{}' or known.install_scripts > 0
on conflict (release_id, filename) do nothing;
